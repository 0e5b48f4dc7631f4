import type { AlertType } from '@mailcall/contract/rules/alert-types.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import { Counter } from 'prom-client';
import type { Queryable } from '../../platform/database.ts';
import { processMetrics } from '../../platform/process-metrics.ts';
import type { Brand } from '../brands/index.ts';
import type { Outbox } from '../outbox/index.ts';
import type { WriteContext } from './account.ts';
import { type Channel, type DueMessages, type Receiver, receiversOf } from './collect.ts';
import type { AlertMessage } from './messages/types.ts';

const writtenAlerts = new Counter({
  name: 'mailcall_alerts_written_total',
  help: 'Alerts that were written for a receiver, by type and channel.',
  labelNames: ['type', 'channel'],
  registers: [processMetrics],
});

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

/** Stores alerts without a message; returns the new ones. All must have the same receiver and channel. */
export async function storeAlerts(
  transaction: Queryable,
  alerts: readonly Alert[],
  now: Date,
): Promise<Alert[]> {
  if (alerts.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    insert into alerts (account_id, alert_type, contact_id, channel, event_key, title, path, happened_at, created_at)
    select "accountId", "alertType", "contactId", channel, "eventKey", title, path, "happenedAt", ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb) as stored("accountId" text, "alertType" text,
      "contactId" text, channel text, "eventKey" text, title text, path text, "happenedAt" timestamptz)
    on conflict do nothing
    returning alert_type || ' ' || event_key as key`.execute(transaction);
  const keys = new Set(rows.map(({ key }) => key));
  const written = alerts.filter(({ alertType, eventKey }) => keys.has(`${alertType} ${eventKey}`));
  for (const { alertType: type, channel } of written) writtenAlerts.inc({ type, channel });
  return written;
}

export const messageLifetimes = { 'Real-time': days(1), Daily: days(1), Weekly: days(3) } as const;

export interface OutgoingMessage {
  channel: Channel;
  address: string;
  message: AlertMessage;
  goodUntil: Date;
}

export async function sendAlerts(
  transaction: Queryable,
  { outbox, brand, now }: { outbox: Outbox; brand: Brand; now: Date },
  alerts: readonly Alert[],
  { channel, address, message, goodUntil }: OutgoingMessage,
): Promise<void> {
  const [first] = alerts;
  if (!first) return;
  const outgoing = { brand, recipient: address, goodUntil, alertType: first.alertType };
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

const digestAlert = (
  { account, now }: WriteContext,
  { frequency, day }: DueMessages,
  { contactId, alertType }: Receiver,
  told: { channel: Channel; title: string; path: string },
): Alert => ({
  ...told,
  accountId: account.id,
  alertType,
  contactId,
  eventKey: `${frequency.toLowerCase()} ${day}`,
  happenedAt: now,
});

export async function sendOnce(
  transaction: Queryable,
  context: WriteContext,
  {
    due,
    receiver,
    to,
    message,
  }: { due: DueMessages; receiver: Receiver; to: Receiver['addresses'][number]; message: AlertMessage },
): Promise<void> {
  const { channel, address } = to;
  const alert = digestAlert(context, due, receiver, { channel, title: message.title, path: message.path });
  const stored = await storeAlerts(transaction, [alert], context.now);
  const goodUntil = new Date(context.now.getTime() + messageLifetimes[due.frequency]);
  await sendAlerts(transaction, context, stored, { channel, address, message, goodUntil });
}

interface WaitingAlert {
  accountId: string;
  alertType: string;
  contactId: string;
  channel: Channel;
}

/** Null, with its alerts canceled, if the receiver no longer wants or may have them. A message without waiting alerts keeps its address. */
export async function presentAddress(
  transaction: Queryable,
  { id, recipient }: { id: string; recipient: string },
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<WaitingAlert>`
    select account_id as "accountId", alert_type as "alertType", contact_id as "contactId", channel from alerts
    where outbox_id = ${id} and sent_at is null`.execute(transaction);
  if (rows.length === 0) return recipient;
  for (const accountId of new Set(rows.map((row) => row.accountId))) {
    const receivers = await receiversOf(transaction, accountId);
    const addresses = rows.flatMap((row) =>
      receivers
        .filter(
          ({ contactId, alertType }) =>
            row.accountId === accountId && contactId === row.contactId && alertType === row.alertType,
        )
        .flatMap((receiver) => receiver.addresses.filter(({ channel }) => channel === row.channel)),
    );
    const [present] = addresses;
    if (present) return present.address;
  }
  await sql`
    update alerts set canceled_at = ${now}
    where outbox_id = ${id} and sent_at is null`.execute(transaction);
  return null;
}
