import type { Provider } from '@mailcall/contract/provider.ts';
import type { DropReason, Suggestion } from '@mailcall/contract/rules/suggestions.ts';
import { hours, minutes, seconds } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { waitsForScore, type WaitingCall } from '../scoring/index.ts';

/** Milliseconds that a process may own a call; longer than an answer may take. */
const claimTime = minutes(3);
/** Milliseconds after each failed attempt; then the call is given up. */
const retryDelays = [seconds(30), minutes(5), minutes(30), hours(2)];
/** Milliseconds after its end in which a recorded call still gets a transcript. */
const transcriptWait = minutes(10);

export interface AskedCall extends WaitingCall {
  attempts: number;
  /** End of the claim, which also identifies it. */
  claimedUntil: Date;
}

interface Search {
  provider: Provider;
  /** Null for all. */
  accounts: readonly string[] | null;
  now: Date;
}

async function withSubAccounts(database: Queryable, accounts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts_with_sub_accounts(${[...accounts]}::text[])`.execute(database);
  return rows.map(({ id }) => id);
}

/** Time and id of a waiting call. */
export interface Place {
  at: string;
  callId: string;
}

/**
 * Calls to ask about among the next `window` waiting calls, oldest first, as the desk takes them. `end`: the last of the window, after which
 * the next one begins; null if there are no more.
 */
export async function callsToAsk(
  database: Queryable,
  { provider, accounts, now }: Search,
  { after, window, limit }: { after: Place | null; window: number; limit: number },
): Promise<{ calls: WaitingCall[]; end: Place | null }> {
  const ofAccounts = accounts
    ? sql`calls.account_id = any(${await withSubAccounts(database, accounts)}::text[])`
    : sql`calls.account_id in (select id from accounts where not deleted)`;
  const place = ({ at, callId }: Place) => sql`(${at}::timestamptz, ${callId}::text)`;
  const waiting = sql`${waitsForScore({ provider, now })} and ${ofAccounts}
    ${after ? sql`and (calls.call_date_time, calls.id) > ${place(after)}` : sql``}`;
  const { rows: ends } = await sql<Place>`
    select calls.call_date_time::text as at, calls.id as "callId" from calls where ${waiting}
    order by calls.call_date_time, calls.id limit 1 offset ${window - 1}`.execute(database);
  const end = ends[0] ?? null;
  const { rows } = await sql<WaitingCall>`
    select calls.account_id as "accountId", calls.id as "callId" from calls
    left join score_suggestions known on known.account_id = calls.account_id and known.call_id = calls.id
    where ${waiting} ${end ? sql`and (calls.call_date_time, calls.id) <= ${place(end)}` : sql``}
      and (known.call_id is null or (known.state = 'waiting' and coalesce(known.next_attempt_at <= ${now}, true)
        and coalesce(known.claimed_until <= ${now}, true)))
      and (exists (
          select 1 from transcript_turns turns
          where turns.account_id = calls.account_id and turns.call_id = calls.id and not turns.deleted)
        or (exists (
            select 1 from recordings where recordings.account_id = calls.account_id and recordings.key = calls.audio)
          and calls.call_date_time + calls.duration_seconds * interval '1 second' < ${new Date(now.getTime() - transcriptWait)}))
    order by calls.call_date_time, calls.id limit ${limit}`.execute(database);
  return { calls: rows, end };
}

/** Null if another process has it. */
export async function claimAskedCall(
  database: Queryable,
  { accountId, callId }: WaitingCall,
  now: Date,
): Promise<AskedCall | null> {
  const until = new Date(now.getTime() + claimTime);
  const { rows } = await sql<{ attempts: number }>`
    insert into score_suggestions as known (account_id, call_id, attempts, claimed_until, asked_at)
    values (${accountId}, ${callId}, 1, ${until}, ${now})
    on conflict (account_id, call_id) do update
      set attempts = known.attempts + 1, claimed_until = excluded.claimed_until, asked_at = excluded.asked_at
      where known.state = 'waiting' and coalesce(known.next_attempt_at <= ${now}, true)
        and coalesce(known.claimed_until <= ${now}, true)
    returning attempts`.execute(database);
  const [row] = rows;
  return row ? { accountId, callId, attempts: row.attempts, claimedUntil: until } : null;
}

const isOwn = ({ accountId, callId, claimedUntil }: AskedCall) => sql`
  account_id = ${accountId} and call_id = ${callId} and state = 'waiting' and claimed_until = ${claimedUntil}`;

/** Keeps nothing for a call that got its score meanwhile, or was erased. */
export async function storeAnswer(
  database: Queryable,
  call: AskedCall,
  answer: {
    kept: readonly Suggestion[];
    dropped: Partial<Record<DropReason, number>>;
    rubric: string;
  } & Pick<Search, 'provider' | 'now'>,
): Promise<'answered' | 'ended'> {
  const { rows } = await sql<{ state: 'answered' | 'ended' }>`
    with waiting as (
      select 1 from calls where calls.account_id = ${call.accountId} and calls.id = ${call.callId} and ${waitsForScore(answer)})
    update score_suggestions set claimed_until = null, next_attempt_at = null, failure = null, answered_at = ${answer.now},
      rubric = ${answer.rubric}, state = case when exists (select 1 from waiting) then 'answered' else 'ended' end,
      suggestions = case when exists (select 1 from waiting) then ${JSON.stringify(answer.kept)}::jsonb else '[]' end,
      dropped = case when exists (select 1 from waiting) then ${JSON.stringify(answer.dropped)}::jsonb else '{}' end
    where ${isOwn(call)} returning state`.execute(database);
  return rows[0]?.state ?? 'ended';
}

/** `notBefore`: when the model wants to be asked again, in milliseconds from now. */
export async function storeFailure(
  database: Queryable,
  call: AskedCall,
  { failure, now, notBefore }: { failure: string; now: Date; notBefore: number | null },
): Promise<'waiting' | 'failed'> {
  const delay = retryDelays[call.attempts - 1];
  const state = delay === undefined ? 'failed' : 'waiting';
  const next = delay === undefined ? null : new Date(now.getTime() + Math.max(delay, notBefore ?? 0));
  await sql`
    update score_suggestions set claimed_until = null, state = ${state}, next_attempt_at = ${next}, failure = ${failure}
    where ${isOwn(call)}`.execute(database);
  return state;
}

export async function endAskedCall(database: Queryable, call: AskedCall): Promise<void> {
  await sql`update score_suggestions set claimed_until = null, state = 'ended' where ${isOwn(call)}`.execute(
    database,
  );
}

/** Counts stay. */
export async function forgetSuggestions(database: Queryable): Promise<void> {
  await sql`update score_suggestions set suggestions = '[]' where suggestions <> '[]'`.execute(database);
}

const failingTime = hours(1);
const failingAttempts = 3;

export async function suggestionWarnings(database: Queryable, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - failingTime);
  const { rows } = await sql<{ fails: boolean }>`
    select count(*) filter (where failure is not null and attempts >= ${failingAttempts}) > 0
      and count(*) filter (where answered_at > ${since}) = 0 as fails
    from score_suggestions where asked_at > ${since}`.execute(database);
  return rows[0]?.fails
    ? [
        'The model that suggests scores has not answered for an hour. The log of the workers says why: "suggestions could not be read".',
      ]
    : [];
}
