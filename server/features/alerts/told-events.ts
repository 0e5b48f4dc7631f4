import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { type AlertEvent, eventKeyOf } from './event-items.ts';
import type { ReceiverChannel } from './recent-messages.ts';

/** Whether a receiver already got an event, separately or with held ones. */
export type WasTold = (to: ReceiverChannel, event: AlertEvent) => boolean;

const keyOf = (alertType: string, { contactId, channel }: ReceiverChannel, eventKey: string) =>
  JSON.stringify([alertType, contactId, channel, eventKey]);

export async function toldOf(
  transaction: Queryable,
  accountId: string,
  events: readonly AlertEvent[],
): Promise<WasTold> {
  const keys = events.map(({ subjectId }) => eventKeyOf(subjectId));
  const { rows } = await sql<ReceiverChannel & { alertType: string; eventKey: string }>`
    select alert_type as "alertType", contact_id as "contactId", channel, event_key as "eventKey"
    from alerts where account_id = ${accountId} and event_key = any(${keys}::text[])`.execute(transaction);
  const told = new Set(rows.map((row) => keyOf(row.alertType, row, row.eventKey)));
  return (to, event) => told.has(keyOf(event.alertType, to, eventKeyOf(event.subjectId)));
}
