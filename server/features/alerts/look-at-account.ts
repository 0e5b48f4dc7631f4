import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { noImportRuns } from '../../platform/import-lock.ts';
import { lockProgress } from './account-progress.ts';
import { beginAgain } from './baseline.ts';
import { type AlertDependencies, alertAccountOf, contextOf } from './write-context.ts';
import { type CallTimes, canAlert, firstCallsOf, noteCallEvents, noteShipments } from './detect-events.ts';
import { dueDigests } from './digest-days.ts';
import { alertEventsOf } from './event-items.ts';
import { writeRealTimeAlerts } from './real-time.ts';
import { receiversOf } from './receivers.ts';

/** Lower than every call's version. */
const beforeAll = -1;

/** Whether no import runs; also keeps imports from beginning until the transaction ends. */
async function noImportIsRunning(transaction: Queryable): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select ${noImportRuns} as free`.execute(transaction);
  return rows[0]?.free ?? false;
}

/**
 * Records an account's new events, writes their real-time alerts and saves the progress in the caller's transaction. Does
 * nothing while another process works on the account.
 * @param calls which calls to look at, given since when looking at the account fails
 */
export async function lookAtAccount(
  transaction: Queryable,
  dependencies: AlertDependencies,
  accountId: string,
  { now, calls: callsOf }: { now: Date; calls: (pendingSince: Date | null) => CallTimes },
): Promise<void> {
  const progress = await lockProgress(transaction, accountId);
  if (!progress) return;
  const account = await alertAccountOf(transaction, accountId);
  const calls = callsOf(progress.pendingSince);
  // older calls may still arrive and become the first ones
  const isWhole = await noImportIsRunning(transaction);
  if (!isWhole && !progress.hasCalls) return;
  const lookedAt = isWhole ? progress.firstVersion : progress.seenVersion;
  const afterVersion = calls.until === null ? lookedAt : beforeAll;
  const firstCalls = progress.hasCalls ? 'new' : await firstCallsOf(transaction, accountId);
  if (firstCalls === 'past') await beginAgain(transaction, accountId, now);
  else if (account && progress.version > afterVersion) {
    await noteShipments(transaction, { accountId, day: progress.weeklyDay, now });
    const sequences = await noteCallEvents(
      transaction,
      { accountId, afterVersion, calls, firstOpportunities: isWhole },
      now,
    );
    const receivers = sequences.length > 0 ? await receiversOf(transaction, accountId) : [];
    const events = receivers.length === 0 ? [] : await alertEventsOf(transaction, account, { sequences });
    const fresh = events.filter(({ item }) => canAlert(item.at, now));
    if (fresh.length > 0) {
      const context = await contextOf(transaction, dependencies, { account, receivers, now });
      await writeRealTimeAlerts(transaction, context, fresh, receivers);
    }
  }
  // the time zone may be new; due messages get their own transaction
  const due = dueDigests(progress, now, account?.timeZone ?? 'UTC');
  const isDue = due.daily || due.weekly;
  const { dailyDay, weeklyDay } = isDue ? progress : due.days;
  await sql`
    update alert_progress set seen_version = ${progress.version}, pending_since = null,
      first_version = case when ${isWhole} then ${progress.version} else first_version end,
      has_calls = ${firstCalls !== 'none'},
      next_due_at = ${isDue ? now : due.nextDueAt}, daily_day = ${dailyDay}, weekly_day = ${weeklyDay}
    where account_id = ${accountId}`.execute(transaction);
}
