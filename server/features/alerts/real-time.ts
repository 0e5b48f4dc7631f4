import type { Queryable } from '../../platform/database.ts';
import type { WriteContext } from './write-context.ts';
import { sentByThemselves } from './burst.ts';
import { type AlertEvent, eventKeyOf } from './event-items.ts';
import { eventMessage, messageLifetimes } from './compose.ts';
import type { AlertMessage } from './messages/types.ts';
import { lockReceiver, type ReceiverChannel, recentMessagesOf } from './recent-messages.ts';
import type { Receiver } from './receivers.ts';
import { type Alert, storeAlerts, writeMessage } from './write-alerts.ts';

/** An alert wanted at once. */
interface WantedAlert {
  event: AlertEvent;
  receiver: Receiver;
  address: string;
}

/** Real-time alerts of events by receiver and channel, in the same order in all processes. */
function wantedAlerts(
  events: readonly AlertEvent[],
  receivers: readonly Receiver[],
): [ReceiverChannel, WantedAlert[]][] {
  const groups = new Map<string, [ReceiverChannel, WantedAlert[]]>();
  for (const event of events)
    for (const receiver of receivers) {
      if (receiver.alertType !== event.alertType || receiver.frequency !== 'Real-time') continue;
      for (const { channel, address } of receiver.addresses) {
        const key = `${receiver.contactId} ${channel}`;
        const group = groups.get(key) ?? [{ contactId: receiver.contactId, channel }, []];
        group[1].push({ event, receiver, address });
        groups.set(key, group);
      }
    }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group);
}

/** Writes real-time alerts: a few separately; further ones are held and sent together later. */
export async function writeRealTimeAlerts(
  transaction: Queryable,
  context: WriteContext,
  events: readonly AlertEvent[],
  receivers: readonly Receiver[],
): Promise<void> {
  for (const [to, wanted] of wantedAlerts(events, receivers))
    await writeToReceiver(transaction, context, to, wanted);
}

async function writeToReceiver(
  transaction: Queryable,
  context: WriteContext,
  to: ReceiverChannel,
  wanted: readonly WantedAlert[],
): Promise<void> {
  const { account, now } = context;
  await lockReceiver(transaction, to);
  const alerts = new Map<Alert, { address: string; message: AlertMessage }>();
  for (const { event, receiver, address } of wanted) {
    const message = eventMessage(context, receiver, event);
    const alert = {
      ...to,
      accountId: account.id,
      alertType: event.alertType,
      eventKey: eventKeyOf(event.subjectId),
      title: message.title,
      path: event.item.path,
      happenedAt: event.item.at,
    };
    alerts.set(alert, { address, message });
  }
  // before storing new ones, which count as held until they have a message
  const recent = await recentMessagesOf(transaction, to, now);
  const stored = await storeAlerts(transaction, [...alerts.keys()], now);
  const goodUntil = new Date(now.getTime() + messageLifetimes['Real-time']);
  for (const alert of stored.slice(0, sentByThemselves(stored.length, recent, now))) {
    const outgoing = alerts.get(alert);
    if (outgoing)
      await writeMessage(transaction, context, [alert], { channel: to.channel, goodUntil, ...outgoing });
  }
}
