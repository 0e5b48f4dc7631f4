import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { lockProgress } from './account-progress.ts';
import { noteShipments } from './detect-events.ts';
import { type DueDigests, dueDigests } from './digest-days.ts';
import { writeDigests } from './digests.ts';
import { receiversOf } from './receivers.ts';
import { type AlertDependencies, alertAccountOf, contextOf } from './write-context.ts';

/** Milliseconds back to the messages of the last day or Monday, in any time zone. */
const longestPeriod = days(10);

/** Due messages without days that already have some, used by a fast clock. Earlier events move to the next message. */
async function withoutUsedDays(
  transaction: Queryable,
  { due, accountId, now }: { due: DueDigests; accountId: string; now: Date },
): Promise<DueDigests> {
  if (!due.daily && !due.weekly) return due;
  const keys = { daily: `daily ${due.days.dailyDay}`, weekly: `weekly ${due.days.weeklyDay}` };
  const { rows } = await sql<{ eventKey: string }>`
    select distinct event_key as "eventKey" from alerts
    where account_id = ${accountId} and created_at > ${new Date(now.getTime() - longestPeriod)}
      and event_key = any(${Object.values(keys)}::text[])`.execute(transaction);
  const isUsed = (key: string) => rows.some(({ eventKey }) => eventKey === key);
  return {
    ...due,
    daily: due.daily && !isUsed(keys.daily),
    weekly: due.weekly && !isUsed(keys.weekly),
  };
}

/** Writes and records due messages in the caller's transaction. Does nothing while another process works on the account. */
export async function writeDueDigests(
  transaction: Queryable,
  dependencies: AlertDependencies,
  accountId: string,
  now: Date,
): Promise<void> {
  const progress = await lockProgress(transaction, accountId);
  if (!progress) return;
  const account = await alertAccountOf(transaction, accountId);
  const due = await withoutUsedDays(transaction, {
    due: dueDigests(progress, now, account?.timeZone ?? 'UTC'),
    accountId,
    now,
  });
  if (account && (due.daily || due.weekly)) {
    await noteShipments(transaction, { accountId, day: progress.weeklyDay, now });
    const receivers = await receiversOf(transaction, accountId);
    const context = await contextOf(transaction, dependencies, { account, receivers, now });
    await writeDigests(transaction, context, { due, told: progress, receivers });
  }
  await sql`
    update alert_progress set next_due_at = ${due.nextDueAt},
      daily_day = ${due.days.dailyDay}, weekly_day = ${due.days.weeklyDay},
      daily_sequence = case when ${due.daily} then last.sequence else daily_sequence end,
      weekly_sequence = case when ${due.weekly} then last.sequence else weekly_sequence end
    from (select coalesce(max(sequence), 0) as sequence from alert_events where account_id = ${accountId}) as last
    where account_id = ${accountId}`.execute(transaction);
}
