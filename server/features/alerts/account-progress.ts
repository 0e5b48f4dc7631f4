import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/** Progress of an account's alerts. */
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

/** Locks an account's progress; undefined while another process works on it. */
export async function lockProgress(transaction: Queryable, accountId: string): Promise<Progress | undefined> {
  const locked = await sql`
    select 1 from alert_progress where account_id = ${accountId} for update skip locked`.execute(transaction);
  if (locked.rows.length === 0) return undefined;
  // after the lock, to see what another process has just done
  const { rows } = await sql<Progress>`
    select seen_version as "seenVersion", coalesce(version, 0) as version,
      first_version as "firstVersion", has_calls as "hasCalls", pending_since as "pendingSince",
      daily_day as "dailyDay", daily_sequence as "dailySequence", weekly_day as "weeklyDay", weekly_sequence as "weeklySequence"
    from alert_progress left join account_version using (account_id)
    where account_id = ${accountId}`.execute(transaction);
  return rows[0];
}

/** Records since when looking at an account's calls fails, until it works again. */
export async function notePending(database: Queryable, accountId: string, since: Date): Promise<void> {
  await sql`
    update alert_progress set pending_since = ${since}
    where account_id = ${accountId} and pending_since is null`.execute(database);
}
