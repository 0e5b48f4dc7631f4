import { alertHistoryDays } from '@mailcall/contract/alert-history.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';

const day = days(1);
/** Milliseconds to remember call events, longer than any message about them can be due. */
const eventLifetime = 30 * day;

/** Milliseconds that the link of a mail with several alerts works: two years. */
const listLifetime = 2 * 365 * day;

const defaultBatch = 5_000;
const maxBatches = 200;

/** Repeats a statement with limited rows until no expired rows remain, at most `maxBatches` times; the next run continues. */
async function inBatches(
  database: Queryable,
  batch: number,
  statement: (limit: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  for (let count = 0; count < maxBatches; count += 1) {
    const { numAffectedRows = 0n } = await statement(sql`limit ${batch}`).execute(database);
    if (numAffectedRows < batch) return;
  }
}

/** Saves message states before the outbox forgets them. Deletes old alerts, events and lists, but no first opportunities and shipments. */
export async function cleanAlerts(
  { database: { kysely }, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { batch = defaultBatch }: { batch?: number } = {},
): Promise<void> {
  const now = clock.now();
  await inBatches(
    kysely,
    batch,
    (limit) => sql`
      update alerts set sent_at = done.sent_at, failed_at = done.abandoned_at
      from (
        select alerts.account_id, alerts.id, outbox.sent_at, outbox.abandoned_at
        from alerts join outbox on outbox.id = alerts.outbox_id
        where alerts.sent_at is null
          and (outbox.sent_at is not null or outbox.abandoned_at is distinct from alerts.failed_at)
        ${limit}) as done
      where alerts.account_id = done.account_id and alerts.id = done.id`,
  );
  const firstKept = new Date(now.getTime() - alertHistoryDays * day);
  await inBatches(
    kysely,
    batch,
    (limit) => sql`
      delete from alerts where (account_id, id) in (
        select account_id, id from alerts where created_at < ${firstKept} order by created_at ${limit})`,
  );
  await inBatches(
    kysely,
    batch,
    (limit) => sql`
      delete from alert_events where (account_id, alert_type, subject_id) in (
        select events.account_id, events.alert_type, events.subject_id
        from alert_events as events join alert_progress using (account_id)
        where events.alert_type not in ('First Opportunity Alert', 'En Route Alert')
          and events.sequence <= least(alert_progress.daily_sequence, alert_progress.weekly_sequence)
          and events.noted_at < least(${new Date(now.getTime() - eventLifetime)}::timestamptz,
            (select checked_at from alert_heartbeat) - interval '30 days')
          and exists (select 1 from alert_heartbeat)
        order by events.noted_at ${limit})`,
  );
  const firstListed = new Date(now.getTime() - listLifetime);
  await inBatches(
    kysely,
    batch,
    (limit) => sql`
      delete from unsubscribe_lists where id in (
        select id from unsubscribe_lists where created_at < ${firstListed} order by created_at ${limit})`,
  );
}
