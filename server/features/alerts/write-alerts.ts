import type { AlertType } from '@mailcall/contract/rules/alert-types.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { Outbox } from '../outbox/index.ts';
import type { AlertMessage } from './messages/types.ts';
import type { Channel } from './receivers.ts';

/** An alert to one receiver by one channel; unique in these and its event. */
export interface Alert {
  accountId: string;
  alertType: AlertType;
  contactId: string;
  channel: Channel;
  /** `event ID`, `daily YYYY-MM-DD` or `weekly YYYY-MM-DD`. */
  eventKey: string;
  title: string;
  path: string;
  happenedAt: Date;
}

/** Stores alerts without a message; returns those that did not exist before. All are to one receiver by one channel. */
export async function storeAlerts(
  transaction: Queryable,
  alerts: readonly Alert[],
  now: Date,
): Promise<Alert[]> {
  const rows = alerts.map((alert) => ({
    account_id: alert.accountId,
    alert_type: alert.alertType,
    contact_id: alert.contactId,
    channel: alert.channel,
    event_key: alert.eventKey,
    title: alert.title,
    path: alert.path,
    happened_at: alert.happenedAt,
    created_at: now,
  }));
  if (rows.length === 0) return [];
  const stored = await transaction
    .insertInto('alerts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['alert_type', 'event_key'])
    .execute();
  const keys = new Set(stored.map((row) => `${row.alert_type} ${row.event_key}`));
  return alerts.filter(({ alertType, eventKey }) => keys.has(`${alertType} ${eventKey}`));
}

/** A message of stored alerts. */
export interface OutgoingMessage {
  channel: Channel;
  address: string;
  message: AlertMessage;
  goodUntil: Date;
}

/** Writes the message of stored alerts into the outbox, in the caller's transaction. */
export async function writeMessage(
  transaction: Queryable,
  { outbox, now }: { outbox: Outbox; now: Date },
  alerts: readonly Alert[],
  { channel, address, message, goodUntil }: OutgoingMessage,
): Promise<void> {
  const [first] = alerts;
  if (!first) return;
  const outgoing = { recipient: address, goodUntil, alertType: first.alertType };
  const outboxId = await outbox.write(
    transaction,
    channel === 'sms'
      ? { channel, ...outgoing, text: message.sms }
      : { channel, ...outgoing, letter: message.email, unsubscribeUrl: message.unsubscribeUrl },
  );
  await sql`
    update alerts set outbox_id = ${outboxId}, queued_at = ${now}
    from unnest(${alerts.map(({ accountId }) => accountId)}::text[], ${alerts.map(({ alertType }) => alertType)}::text[],
      ${alerts.map(({ eventKey }) => eventKey)}::text[]) as told (account_id, alert_type, event_key)
    where alerts.account_id = told.account_id and alerts.alert_type = told.alert_type
      and alerts.event_key = told.event_key and alerts.contact_id = ${first.contactId}
      and alerts.channel = ${channel}`.execute(transaction);
}
