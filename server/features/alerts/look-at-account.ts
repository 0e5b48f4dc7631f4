import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { type AlertDependencies, alertAccountOf, contextOf } from './write-context.ts';
import { type CallTimes, callLifetime, noteCallEvents, noteShipments } from './detect-events.ts';
import { dueDigests } from './digest-days.ts';
import { writeDigests } from './digests.ts';
import { alertEventsOf } from './event-items.ts';
import { writeRealTimeAlerts } from './real-time.ts';
import { receiversOf } from './receivers.ts';

/** A version that is lower than every call's. */
const beforeAll = -1;

/** How far the alerts of an account have come. */
interface Progress {
  seenVersion: number;
  version: number;
  nextDueAt: Date;
  dailyDay: string;
  dailySequence: number;
  weeklyDay: string;
  weeklySequence: number;
}

/** Locks the progress of an account; undefined while another process looks at it. */
async function lockProgress(transaction: Queryable, accountId: string): Promise<Progress | undefined> {
  const locked = await sql`
    select from alert_progress where account_id = ${accountId} for update skip locked`.execute(transaction);
  if (locked.rows.length === 0) return undefined;
  // after the lock: what another process has just done is seen
  const { rows } = await sql<Progress>`
    select seen_version as "seenVersion", coalesce(version, 0) as version, next_due_at as "nextDueAt",
      daily_day as "dailyDay", daily_sequence as "dailySequence", weekly_day as "weeklyDay", weekly_sequence as "weeklySequence"
    from alert_progress left join account_version using (account_id)
    where account_id = ${accountId}`.execute(transaction);
  return rows[0];
}

/**
 * Notes what is new in an account and writes its alerts: those of new events at once, and the daily and weekly ones that
 * are due. All of it, and that it was done, is the caller's transaction.
 * @returns false when another process is doing it.
 */
export async function lookAtAccount(
  transaction: Queryable,
  dependencies: AlertDependencies,
  accountId: string,
  { now, calls }: { now: Date; calls: CallTimes },
): Promise<boolean> {
  const progress = await lockProgress(transaction, accountId);
  if (!progress) return false;
  const account = await alertAccountOf(transaction, accountId);
  const due = dueDigests(progress, now, account?.timeZone ?? 'UTC');
  const afterVersion = calls.until === null ? progress.seenVersion : beforeAll;
  if (account && (progress.version > afterVersion || due.daily || due.weekly)) {
    const context = contextOf(dependencies, account, now);
    const sequences =
      progress.version > afterVersion
        ? await noteCallEvents(transaction, { accountId, afterVersion, calls }, now)
        : [];
    if (due.weekly) await noteShipments(transaction, { accountId, day: progress.weeklyDay, now });
    if (sequences.length > 0 || due.daily || due.weekly) {
      const receivers = await receiversOf(transaction, accountId);
      const events = receivers.length === 0 ? [] : await alertEventsOf(transaction, account, { sequences });
      const fresh = events.filter(({ item }) => now.getTime() - item.at.getTime() < callLifetime);
      await writeRealTimeAlerts(transaction, context, fresh, receivers);
      await writeDigests(transaction, context, { due, told: progress, receivers });
    }
  }
  await sql`
    update alert_progress set seen_version = ${progress.version}, next_due_at = ${due.nextDueAt},
      daily_day = ${due.days.dailyDay}, weekly_day = ${due.days.weeklyDay},
      daily_sequence = case when ${due.daily} then last.sequence else daily_sequence end,
      weekly_sequence = case when ${due.weekly} then last.sequence else weekly_sequence end
    from (select coalesce(max(sequence), 0) as sequence from alert_events where account_id = ${accountId}) as last
    where account_id = ${accountId}`.execute(transaction);
  return true;
}
