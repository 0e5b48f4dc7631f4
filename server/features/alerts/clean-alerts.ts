import { alertHistoryDays } from '@mailcall/contract/alert-history.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';

const day = 24 * 60 * 60 * 1000;
/** Milliseconds for which it is remembered what a call was: longer than any message about it can be due. */
const eventLifetime = 30 * day;

/**
 * Copies what became of messages into the history, which the outbox forgets after a week; deletes alerts of more than 90
 * days and events of calls that cannot alert any more. The first opportunity and the shipment of a campaign are remembered.
 */
export async function cleanAlerts({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  await sql`
    update alerts set sent_at = outbox.sent_at, failed_at = outbox.abandoned_at
    from outbox where outbox.id = alerts.outbox_id and alerts.sent_at is null
      and (outbox.sent_at is not null or outbox.abandoned_at is distinct from alerts.failed_at)`.execute(
    database.kysely,
  );
  await database.kysely
    .deleteFrom('alerts')
    .where('created_at', '<', new Date(now.getTime() - alertHistoryDays * day))
    .execute();
  await sql`
    delete from alert_events using alert_progress
    where alert_progress.account_id = alert_events.account_id
      and alert_events.alert_type not in ('First Opportunity Alert', 'En Route Alert')
      and alert_events.sequence <= least(alert_progress.daily_sequence, alert_progress.weekly_sequence)
      and alert_events.noted_at < ${new Date(now.getTime() - eventLifetime)}
      and alert_events.noted_at < (select checked_at from alert_heartbeat) - interval '30 days'`.execute(
    database.kysely,
  );
}
