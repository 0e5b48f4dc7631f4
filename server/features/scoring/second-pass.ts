import { randomInt } from 'node:crypto';
import type { Provider } from '@mailcall/contract/provider.ts';
import type { ScoreMark } from '@mailcall/contract/scoring.ts';
import {
  passAnswers,
  type PassOutcome,
  passDifferences,
  passOutcomeOf,
  type PassState,
} from '@mailcall/contract/rules/second-pass.ts';
import { marksOfShownFields } from '@mailcall/contract/rules/score-form.ts';
import type { ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import { hours } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';
import { recordActivity } from '../activity/index.ts';
import { type MadeBy, recordChanges } from '../changes/index.ts';
import type { Viewer } from '../identity/index.ts';
import { readBlindCall } from './call-context.ts';
import { checkedValues } from './checked-values.ts';
import { drawPass, type PassDraw } from './pass-draw.ts';
import { readVersion } from './versions.ts';
import type { WaitingCall } from './waiting-calls.ts';

type Rates = Provider['scoring'];

async function percentOf(
  transaction: Queryable,
  { contactId }: Pick<Viewer, 'contactId'>,
  { secondPassPercent, newScorerPercent, newScorerCalls }: Rates,
): Promise<number> {
  const { rows } = await sql<{ saves: number }>`
    select count(*)::int as saves from (
      select 1 from score_versions where contact_id = ${contactId} and reason = 'scored' limit ${newScorerCalls}) saved`.execute(
    transaction,
  );
  return (rows[0]?.saves ?? 0) < newScorerCalls ? newScorerPercent : secondPassPercent;
}

const largest = 2 ** 48 - 1;
const secureRandom = () => randomInt(largest) / largest;

async function isDrawn(
  transaction: Queryable,
  { contactId }: Pick<Viewer, 'contactId'>,
  outcome: PassOutcome,
  percent: number,
): Promise<boolean> {
  const { rows } = await sql<PassDraw>`
    select percent, saves, place, part_end as "partEnd" from score_pass_draws
    where contact_id = ${contactId} and outcome = ${outcome} for update`.execute(transaction);
  const { isChosen, draw } = drawPass(rows[0] ?? null, percent, secureRandom);
  if (draw)
    await sql`
      insert into score_pass_draws (contact_id, outcome, percent, saves, place, part_end)
      values (${contactId}, ${outcome}, ${draw.percent}, ${draw.saves}, ${draw.place}, ${draw.partEnd})
      on conflict (contact_id, outcome) do update set percent = excluded.percent, saves = excluded.saves, place = excluded.place,
        part_end = excluded.part_end`.execute(transaction);
  return isChosen;
}

interface FirstScore {
  viewer: Viewer;
  now: Date;
  number: number;
  values: ScoreValues;
  shown: ScoreValues;
}

/** Draws a call once, even after undo and another save. Compares a present second score again, unless its author saved the first. */
export async function drawSecondPass(
  transaction: Queryable,
  { accountId, callId }: WaitingCall,
  { viewer, now, number, values, shown }: FirstScore,
  rates: Rates,
): Promise<void> {
  const outcome = passOutcomeOf(values);
  const known = await lockPass(transaction, { accountId, callId });
  if (known) {
    const second = known.secondContactId === viewer.contactId ? null : known.secondScore;
    const compared = second && compare(values, second);
    await changePass(
      transaction,
      { accountId, callId },
      sql`first_version = ${number}, first_contact_id = ${viewer.contactId}, outcome = ${outcome}, chosen_at = ${now},
        note = null, returned_by_id = null, returned_at = null, answer = null, answered_at = null,
        ${compared ? sql`state = ${compared.state}, answers = ${compared.answers}::jsonb` : withoutSecond}`,
      { contactId: viewer.contactId, at: now },
    );
    return;
  }
  const { rows } = await sql`
    select 1 from score_versions
    where account_id = ${accountId} and call_id = ${callId} and reason = 'scored' and number <> ${number} limit 1`.execute(
    transaction,
  );
  if (rows.length > 0) return;
  if (!(await isDrawn(transaction, viewer, outcome, await percentOf(transaction, viewer, rates)))) return;
  const { rows: added } = await sql<{ id: string }>`
    insert into score_second_passes (account_id, call_id, first_version, first_contact_id, outcome, chosen_at, changed_at, shown)
    values (${accountId}, ${callId}, ${number}, ${viewer.contactId}, ${outcome}, ${now}, ${now}, ${JSON.stringify(shown)}::jsonb)
    returning id`.execute(transaction);
  await recordChanges(
    transaction,
    added.map(({ id }) => ({ accountId, file: 'score-second-passes', rowId: id, action: 'added' })),
    { contactId: viewer.contactId, at: now },
  );
}

/** Lock it before, unless `where` says which state it must have. */
export async function changePass(
  transaction: Queryable,
  { accountId, callId }: WaitingCall,
  set: RawBuilder<unknown>,
  by: MadeBy,
  where: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update score_second_passes set ${set}, changed_at = ${by.at}
    where account_id = ${accountId} and call_id = ${callId} and ${where} returning id`.execute(transaction);
  await recordChanges(
    transaction,
    rows.map(({ id }) => ({ accountId, file: 'score-second-passes', rowId: id })),
    by,
  );
}

const withoutSecond = sql`state = 'open', second_contact_id = null, second_score = null, second_marks = '[]', answers = null, rubric = null,
  began_at = null, second_at = null, request_id = null`;

const compare = (first: ScoreValues, second: ScoreValues): { state: PassState; answers: string } => ({
  state: passDifferences(first, second).length === 0 ? 'agreed' : 'differs',
  answers: JSON.stringify(passAnswers(first, second)),
});

export interface StoredPass {
  state: PassState;
  firstVersion: number;
  firstContactId: string;
  secondContactId: string | null;
  secondScore: ScoreValues | null;
  secondMarks: ScoreMark[];
  secondAt: Date | null;
  requestId: string | null;
}

/** Until the transaction ends. Lock the call before. */
export async function lockPass(
  transaction: Queryable,
  { accountId, callId }: WaitingCall,
): Promise<StoredPass | null> {
  const { rows } = await sql<StoredPass>`
    select state, first_version as "firstVersion", first_contact_id as "firstContactId", second_contact_id as "secondContactId",
      second_score as "secondScore", second_marks as "secondMarks", second_at as "secondAt", request_id as "requestId"
    from score_second_passes where account_id = ${accountId} and call_id = ${callId} for update`.execute(
    transaction,
  );
  return rows[0] ?? null;
}

/** Removes the second person's draft, too. */
async function endSecondWork(transaction: Queryable, { accountId, callId }: WaitingCall): Promise<void> {
  await sql`
    with ended as (
      delete from score_claims where account_id = ${accountId} and call_id = ${callId} and purpose = 'second pass'
      returning contact_id)
    delete from score_drafts
    where account_id = ${accountId} and call_id = ${callId} and contact_id in (select contact_id from ended)`.execute(
    transaction,
  );
}

/** After another version counts: ends a pending second pass, settles a difference. */
export async function settlePass(
  transaction: Queryable,
  { accountId, callId }: WaitingCall,
  { viewer, now, number }: Pick<FirstScore, 'viewer' | 'now' | 'number'>,
): Promise<void> {
  await changePass(
    transaction,
    { accountId, callId },
    sql`state = case when state = 'open' then 'ended' else 'decided' end,
      decided_by_id = case when state = 'open' then null else ${viewer.contactId} end,
      decided_at = case when state = 'open' then null else ${now}::timestamptz end,
      version = case when state = 'open' then null else ${number}::integer end`,
    { contactId: viewer.contactId, at: now },
    sql`state in ('open', 'differs', 'returned')`,
  );
  await endSecondWork(transaction, { accountId, callId });
}

/** After the compared version was undone. A second score stays for the next version. */
export async function endPass(
  transaction: Queryable,
  call: WaitingCall,
  { viewer, now, number }: Pick<FirstScore, 'viewer' | 'now' | 'number'>,
): Promise<void> {
  await changePass(
    transaction,
    call,
    sql`state = 'ended'`,
    { contactId: viewer.contactId, at: now },
    sql`first_version = ${number} and state <> 'decided'`,
  );
  await endSecondWork(transaction, call);
}

/** True if the call is theirs now, or they have a draft of it. */
export async function isSecondPass(
  database: Queryable,
  { accountId, callId }: WaitingCall,
  { contactId }: Pick<Viewer, 'contactId'>,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from score_second_passes pass
    where pass.account_id = ${accountId} and pass.call_id = ${callId} and pass.state = 'open' and pass.first_contact_id <> ${contactId}
      and (exists (
        select 1 from score_claims claim where claim.account_id = pass.account_id and claim.call_id = pass.call_id
          and claim.purpose = 'second pass' and claim.contact_id = ${contactId})
      or exists (
        select 1 from score_drafts draft where draft.account_id = pass.account_id and draft.call_id = pass.call_id
          and draft.contact_id = ${contactId} and draft.purpose = 'second pass'))`.execute(database);
  return rows.length > 0;
}

export async function hasSavedSecond(
  database: Queryable,
  { accountId, callId }: WaitingCall,
  { contactId }: Pick<Viewer, 'contactId'>,
  requestId?: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from score_second_passes
    where account_id = ${accountId} and call_id = ${callId} and second_contact_id = ${contactId}
      ${requestId === undefined ? sql`` : sql`and request_id = ${requestId}::uuid`}`.execute(database);
  return rows.length > 0;
}

/** Looks like a first score to its author. */
export const secondScoreNumber = 1;

const changed = 'Someone else scored this call meanwhile. Your score was not saved.';

/** Locks the call, then its second pass. @throws {Problem} 400 per field, 422 if the first score changed or another person has the call */
export async function saveSecondScore(
  transaction: Queryable,
  found: WaitingCall,
  save: {
    viewer: Viewer;
    now: Date;
    requestId: string;
    values: ScoreValues;
    marks: readonly ScoreMark[];
    rubric: string;
  },
): Promise<void> {
  const { viewer, now } = save;
  const { accountId, callId } = found;
  const call = await readBlindCall(transaction, found, { lock: true });
  const pass = await lockPass(transaction, found);
  const { rows: claims } = await sql<{ contactId: string; claimedAt: Date; isOpen: boolean }>`
    select contact_id as "contactId", claimed_at as "claimedAt", expires_at > ${now} as "isOpen" from score_claims
    where account_id = ${accountId} and call_id = ${callId} and purpose = 'second pass' for update`.execute(
    transaction,
  );
  const isRepeated = pass?.requestId === save.requestId && pass.secondContactId === viewer.contactId;
  if (isRepeated) return;
  const [claim] = claims;
  const isTaken = claim?.isOpen === true && claim.contactId !== viewer.contactId;
  if (pass?.state !== 'open' || isTaken) throw notPossible(changed);
  const values = checkedValues(save.values, call);
  const first = await readVersion(transaction, found, pass.firstVersion);
  if (!first?.values) throw notPossible(changed);
  const { state, answers } = compare(first.values, values);
  await changePass(
    transaction,
    found,
    sql`state = ${state}, answers = ${answers}::jsonb, second_contact_id = ${viewer.contactId},
      second_score = ${JSON.stringify(values)}::jsonb, second_marks = ${JSON.stringify(marksOfShownFields(save.marks, values, call.context))}::jsonb, rubric = ${save.rubric},
      began_at = ${claim?.contactId === viewer.contactId ? claim.claimedAt : null}, second_at = ${now},
      request_id = ${save.requestId}::uuid`,
    { contactId: viewer.contactId, at: now },
  );
  await endSecondWork(transaction, found);
  for (const table of ['score_drafts', 'score_skips'])
    await sql`delete from ${sql.table(table)} where account_id = ${accountId} and call_id = ${callId}`.execute(
      transaction,
    );
  await recordActivity(transaction, [
    {
      accountId,
      contactId: viewer.contactId,
      action: 'score again',
      subject: { kind: 'call', id: callId },
      at: now,
    },
  ]);
}

export const undoTime = hours(1);

/** @throws {Problem} 422 if it is not the person's own, is older than an hour, or a lead has acted on it */
export async function undoSecondScore(
  transaction: Queryable,
  found: WaitingCall,
  { viewer, now }: { viewer: Viewer; now: Date },
): Promise<{ values: ScoreValues; marks: ScoreMark[] }> {
  await readBlindCall(transaction, found, { lock: true });
  const pass = await lockPass(transaction, found);
  const isOwn = pass?.secondContactId === viewer.contactId;
  if (!pass?.secondScore || !isOwn || !['agreed', 'differs'].includes(pass.state))
    throw notPossible('This save cannot be undone: the call has changed since.');
  if (now.getTime() - (pass.secondAt?.getTime() ?? 0) > undoTime)
    throw notPossible('A save can be undone within an hour.');
  await changePass(transaction, found, withoutSecond, { contactId: viewer.contactId, at: now });
  await recordActivity(transaction, [
    {
      accountId: found.accountId,
      contactId: viewer.contactId,
      action: 'undo second score of',
      subject: { kind: 'call', id: found.callId },
      at: now,
    },
  ]);
  return { values: pass.secondScore, marks: pass.secondMarks };
}
