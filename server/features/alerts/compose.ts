import type { AlertType } from '@mailcall/contract/rules/alert-types.ts';
import { isolated } from '@mailcall/contract/rules/shown-text.ts';
import type { Queryable } from '../../platform/database.ts';
import { contactAsViewer } from '../identity/index.ts';
import { checkAccountsWithSubAccounts, dayZonesOf } from '../scope/index.ts';
import { alertMessage } from './messages/alert-message.ts';
import { performanceOf } from './messages/performance-of.ts';
import type { AlertItem, AlertMessage, EventAlertType } from './messages/types.ts';
import { dayBefore, weekBefore } from './digest-days.ts';
import type { AlertEvent } from './event-items.ts';
import type { Channel, Receiver } from './receivers.ts';
import { type Alert, storeAlerts, writeMessage } from './write-alerts.ts';
import type { WriteContext } from './write-context.ts';
import { hours } from '@mailcall/contract/time/durations.ts';

const hour = hours(1);
/** Milliseconds before a message is too old to send. */
export const messageLifetimes = { 'Real-time': 24 * hour, Daily: 24 * hour, Weekly: 3 * 24 * hour } as const;

export interface DueMessages {
  frequency: 'Daily' | 'Weekly';
  /** Local day; for weekly messages a Monday. */
  day: string;
  /** Last event in earlier messages. */
  afterSequence: number;
}

type To = Receiver['addresses'][number];

/** Name of the account as a receiver sees it elsewhere. */
export const accountNameTo = ({ accountNames }: WriteContext, contactId: string): string =>
  isolated(accountNames.get(contactId) ?? '');

/** Input of an alert's message to a receiver, without its events. */
const inputOf = (
  context: WriteContext,
  receiver: Pick<Receiver, 'contactId' | 'name'>,
  alertType: AlertType,
) => ({
  provider: context.provider,
  publicUrl: context.publicUrl,
  dayMode: context.dayMode,
  account: { ...context.account, name: accountNameTo(context, receiver.contactId) },
  receiver: { name: receiver.name },
  unsubscribeUrl: context.unsubscribeLinks.urlOf({
    accountId: context.account.id,
    contactId: receiver.contactId,
    alertType,
  }),
});

export const eventMessage = (
  context: WriteContext,
  receiver: Receiver,
  { alertType, item }: AlertEvent,
): AlertMessage =>
  alertMessage({ ...inputOf(context, receiver, alertType), kind: 'event', alertType, items: [item] });

export const collectedMessage = (
  context: WriteContext,
  receiver: Pick<Receiver, 'contactId' | 'name'>,
  { alertType, items }: { alertType: EventAlertType; items: readonly AlertItem[] },
): AlertMessage =>
  alertMessage({ ...inputOf(context, receiver, alertType), kind: 'collected', alertType, items });

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

/** Stores the alert of a daily or weekly message and writes the message, unless that was done. */
async function writeOnce(
  transaction: Queryable,
  context: WriteContext,
  { due, receiver, to, message }: { due: DueMessages; receiver: Receiver; to: To; message: AlertMessage },
): Promise<void> {
  const { channel, address } = to;
  const alert = digestAlert(context, due, receiver, { channel, title: message.title, path: message.path });
  const stored = await storeAlerts(transaction, [alert], context.now);
  const goodUntil = new Date(context.now.getTime() + messageLifetimes[due.frequency]);
  await writeMessage(transaction, context, stored, { channel, address, message, goodUntil });
}

export async function writeDigestMessage(
  transaction: Queryable,
  context: WriteContext,
  {
    due,
    receiver,
    to,
    events,
  }: { due: DueMessages; receiver: Receiver; to: To; events: readonly AlertEvent[] },
): Promise<void> {
  const { frequency } = due;
  const message = alertMessage({
    ...inputOf(context, receiver, receiver.alertType),
    kind: 'digest',
    frequency,
    alertType: receiver.alertType as EventAlertType,
    items: events.map(({ item }) => item),
  });
  await writeOnce(transaction, context, { due, receiver, to, message });
}

/** Writes an account's Performance Breakdown to its receivers: for the last ended day or full week. */
export async function writePerformanceMessages(
  transaction: Queryable,
  context: WriteContext,
  { due, receivers }: { due: DueMessages; receivers: readonly Receiver[] },
): Promise<void> {
  const { frequency } = due;
  const { account, dayMode } = context;
  // any of them: figures are the same for all users with access
  const viewer = await firstViewerOf(transaction, context, receivers);
  if (!viewer) return;
  const accountId = account.id;
  const accountIds = await checkAccountsWithSubAccounts(transaction, viewer, { accountIds: [accountId] });
  const zones = await dayZonesOf(transaction, dayMode, accountIds);
  const days = frequency === 'Daily' ? dayBefore(due.day, account.timeZone, zones) : weekBefore(due.day);
  const performance = await performanceOf(transaction, viewer, { accountId, days }, context);
  for (const receiver of receivers) {
    const message = alertMessage({
      ...inputOf(context, receiver, receiver.alertType),
      kind: 'performance',
      alertType: 'Performance Breakdown Alert',
      frequency,
      writtenAt: context.now,
      performance,
    });
    for (const to of receiver.addresses)
      await writeOnce(transaction, context, { due, receiver, to, message });
  }
}

/** First remaining receiver as a viewer; null if all were removed meanwhile. */
async function firstViewerOf(
  transaction: Queryable,
  { now, idleTime }: WriteContext,
  receivers: readonly Receiver[],
) {
  for (const { contactId } of receivers) {
    const viewer = await contactAsViewer(
      transaction,
      { contactId, sessionId: null },
      { now, environment: { idleTime } },
    );
    if (viewer) return viewer;
  }
  return null;
}
