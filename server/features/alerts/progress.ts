import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { noteWaitingDesigns } from '../design-alerts/index.ts';
import { noteWhatIsThere } from './detect.ts';
import { lastDailyDay, lastMonday, nextDueAt } from './digest-days.ts';

export interface Progress {
  seenVersion: number;
  version: number;
  /** Version up to which first opportunities were searched; stays behind seenVersion during an import. */
  firstVersion: number;
  hasCalls: boolean;
  /** Since when looking at its calls fails; null while it works. */
  pendingSince: Date | null;
  dailyDay: string;
  dailySequence: number;
  weeklyDay: string;
  weeklySequence: number;
}

/** Undefined while another process works on the account. */
export async function lockProgress(transaction: Queryable, accountId: string): Promise<Progress | undefined> {
  const locked = await sql`
    select 1 from alert_progress where account_id = ${accountId} for update skip locked`.execute(transaction);
  if (locked.rows.length === 0) return undefined;
  // read after locking, to see what another process has just done
  const { rows } = await sql<Progress>`
    select seen_version as "seenVersion", coalesce(version, 0) as version,
      first_version as "firstVersion", has_calls as "hasCalls", pending_since as "pendingSince",
      daily_day as "dailyDay", daily_sequence as "dailySequence", weekly_day as "weeklyDay", weekly_sequence as "weeklySequence"
    from alert_progress left join account_version using (account_id)
    where account_id = ${accountId}`.execute(transaction);
  return rows[0];
}

export async function notePending(database: Queryable, accountId: string, since: Date): Promise<void> {
  await sql`
    update alert_progress set pending_since = ${since}
    where account_id = ${accountId} and pending_since is null`.execute(database);
}

const accountsPerBatch = 50;

interface NewAccount {
  id: string;
  timeZone: string;
  version: string;
}

async function byAccount(transaction: Queryable, query: RawBuilder<unknown>): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; value: string }>`${query}`.execute(transaction);
  return new Map(rows.map(({ id, value }) => [id, value]));
}

export async function beginAt(
  transaction: Queryable,
  accounts: readonly NewAccount[],
  { now, at }: { now: Date; at: Date },
): Promise<void> {
  const ids = accounts.map(({ id }) => id);
  await noteWhatIsThere(transaction, ids, { now, at });
  await noteWaitingDesigns(transaction, ids, now);
  const days = accounts.map(({ timeZone }) => lastDailyDay(at, timeZone));
  const dues = accounts.map(({ timeZone }, index) => nextDueAt(days[index] ?? '', timeZone).toISOString());
  const sequences = await byAccount(
    transaction,
    sql`select account_id as id, max(sequence)::text as value from alert_events where account_id = any(${ids}) group by account_id`,
  );
  const calls = await byAccount(
    transaction,
    sql`select distinct account_id as id, 'some' as value from calls where account_id = any(${ids})`,
  );
  await sql`
    insert into alert_progress (account_id, seen_version, first_version, began_at, has_calls, next_due_at,
      daily_day, daily_sequence, weekly_day, weekly_sequence)
    select id, version, version, ${at}, has_calls, due, daily, sequence, weekly, sequence
    from unnest(${ids}::text[], ${accounts.map(({ version }) => version)}::bigint[], ${ids.map((id) => calls.has(id))}::boolean[],
        ${dues}::timestamptz[], ${ids.map((id) => sequences.get(id) ?? '0')}::bigint[], ${days}::date[],
        ${days.map(lastMonday)}::date[]) as begun (id, version, has_calls, due, sequence, daily, weekly)
    on conflict do nothing`.execute(transaction);
}

/** Restarts an account's alerts: everything it has now is its past. */
export async function beginAgain(transaction: Queryable, accountId: string, now: Date): Promise<void> {
  await noteWhatIsThere(transaction, [accountId], { now });
  await sql`
    update alert_progress set began_at = ${now}, has_calls = true where account_id = ${accountId}`.execute(
    transaction,
  );
}

/** Returns the number of accounts whose alerts it started. */
async function beginSome(transaction: Queryable, now: Date): Promise<number> {
  // may take longer than the usual statement timeout
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(hashtextextended('begin alerts', 0))`.execute(transaction);
  // the version first, so that later changes are looked at again
  const { rows } = await sql<Omit<NewAccount, 'version'>>`
    select id, time_zone as "timeZone" from accounts where id not in (select account_id from alert_progress)
    order by id limit ${accountsPerBatch}`.execute(transaction);
  if (rows.length === 0) return 0;
  const versions = await byAccount(
    transaction,
    sql`select account_id as id, version::text as value from account_version where account_id = any(${rows.map(({ id }) => id)})`,
  );
  const accounts = rows.map((account) => ({ ...account, version: versions.get(account.id) ?? '0' }));
  await beginAt(transaction, accounts, { now, at: now });
  return rows.length;
}

/** Current data of new accounts never alerts, so first imports do not. @param inTransaction runs a part in a transaction */
export async function beginAlerts(
  inTransaction: (work: (transaction: Queryable) => Promise<number>) => Promise<number>,
  now: Date,
): Promise<void> {
  for (;;) {
    const begun = await inTransaction((transaction) => beginSome(transaction, now));
    if (begun < accountsPerBatch) return;
  }
}
