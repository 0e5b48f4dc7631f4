import type { AlertType } from '@mailcall/contract/rules/alert-types.ts';
import { layOut } from '@mailcall/contract/rules/mail-layout.ts';
import { isolated } from '@mailcall/contract/rules/shown-text.ts';
import type { Queryable } from '../../platform/database.ts';
import { contactAsViewer } from '../identity/index.ts';
import { textMessage } from '../outbox/index.ts';
import { checkAccountsWithSubAccounts, dayZonesOf } from '../scope/index.ts';
import type { WriteContext } from './account.ts';
import {
  type DigestEvents,
  type DueMessages,
  type KeptAlert,
  type Receiver,
  type ReceiverChannel,
  sharedMessages,
} from './collect.ts';
import { type AlertEvent, alertEventsOf, eventKeyOf } from './detect.ts';
import { countCorrections } from './corrections.ts';
import { dayBefore, weekBefore } from './digest-days.ts';
import { alertMessage } from './messages/alert-message.ts';
import { scoreboardOfAccounts } from './messages/alert-paths.ts';
import { eventsText } from './messages/alert-texts.ts';
import { eventTimeInMail } from './messages/alert-times.ts';
import { performanceOf } from './messages/performance-of.ts';
import type { AlertItem, AlertMessage, EventAlertType } from './messages/types.ts';
import { storeUnsubscribeList } from './unsubscribe.ts';

const accountNameTo = ({ accountNames }: WriteContext, contactId: string): string =>
  isolated(accountNames.get(contactId) ?? '');

const inputOf = (
  context: WriteContext,
  receiver: Pick<Receiver, 'contactId' | 'name'>,
  alertType: AlertType,
) => ({
  provider: context.brand.provider,
  publicUrl: context.brand.publicUrl,
  dayMode: context.dayMode,
  account: { ...context.account, name: accountNameTo(context, receiver.contactId) },
  receiver: { name: receiver.name },
  unsubscribeUrl: context.unsubscribeLinks.urlOf(context.brand.publicUrl, {
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

const collectedMessage = (
  context: WriteContext,
  receiver: Pick<Receiver, 'contactId' | 'name'>,
  { alertType, items }: { alertType: EventAlertType; items: readonly AlertItem[] },
): AlertMessage =>
  alertMessage({ ...inputOf(context, receiver, alertType), kind: 'collected', alertType, items });

export const digestMessage = (
  context: WriteContext,
  { frequency }: DueMessages,
  { receiver, events, corrected }: DigestEvents & { corrected: number },
): AlertMessage =>
  alertMessage({
    ...inputOf(context, receiver, receiver.alertType),
    kind: 'digest',
    frequency,
    alertType: receiver.alertType as EventAlertType,
    items: events.map(({ item }) => item),
    corrected,
  });

/** About the last ended day or full week; none if all receivers were removed meanwhile. */
export async function performanceMessages(
  transaction: Queryable,
  context: WriteContext,
  { due, receivers }: { due: DueMessages; receivers: readonly Receiver[] },
): Promise<{ receiver: Receiver; message: AlertMessage }[]> {
  const { frequency } = due;
  const { account, dayMode } = context;
  // any receiver will do: figures are the same for all users with access
  const viewer = await firstViewerOf(transaction, context, receivers);
  if (!viewer) return [];
  const accountId = account.id;
  const accountIds = await checkAccountsWithSubAccounts(transaction, viewer, { accountIds: [accountId] });
  const zones = await dayZonesOf(transaction, dayMode, accountIds);
  const days = frequency === 'Daily' ? dayBefore(due.day, account.timeZone, zones) : weekBefore(due.day);
  const performance = await performanceOf(transaction, viewer, { accountId, days }, context);
  const { timeZone } = account;
  const corrected = await countCorrections(transaction, accountIds, { due, timeZone });
  return receivers.map((receiver) => ({
    receiver,
    message: alertMessage({
      ...inputOf(context, receiver, receiver.alertType),
      kind: 'performance',
      alertType: 'Performance Breakdown Alert',
      frequency,
      writtenAt: context.now,
      performance,
      corrected,
    }),
  }));
}

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

interface NamedAlert extends KeptAlert {
  campaign: string | null;
}

interface KeptReceiver extends ReceiverChannel {
  name: string;
}

const maxListed = 20;

export async function keptMessage(
  transaction: Queryable,
  contexts: ReadonlyMap<string, WriteContext>,
  receiver: KeptReceiver,
  held: readonly KeptAlert[],
): Promise<AlertMessage> {
  const kept = sharedMessages(held).flatMap((group) => group.slice(0, 1));
  const [first] = kept;
  const context = first && contexts.get(first.accountId);
  if (!first || !context) throw new Error('There is nothing to tell.');
  const { accountId, alertType } = first;
  const named = await withCampaigns(transaction, contexts, kept);
  if (kept.every((alert) => alert.accountId === accountId && alert.alertType === alertType)) {
    const items = named.map(({ campaign, happenedAt, path }) => ({ title: campaign, at: happenedAt, path }));
    return collectedMessage(context, receiver, { alertType, items });
  }
  const unsubscribeUrl = await stopLinkOf(transaction, context, receiver, held);
  return mixedMessage(contexts, context, { receiver, kept: named, unsubscribeUrl });
}

async function withCampaigns(
  transaction: Queryable,
  contexts: ReadonlyMap<string, WriteContext>,
  kept: readonly KeptAlert[],
): Promise<NamedAlert[]> {
  const keyOf = (accountId: string, alertType: string, eventKey: string) =>
    [accountId, alertType, eventKey].join('\n');
  const names = new Map<string, string | null>();
  for (const { account } of contexts.values()) {
    const alerts = kept.filter(({ accountId }) => accountId === account.id);
    for (const { alertType, subjectId, item } of await alertEventsOf(transaction, account, { alerts }))
      names.set(keyOf(account.id, alertType, eventKeyOf(subjectId)), item.title);
  }
  return kept.map((alert) => ({
    ...alert,
    campaign: names.get(keyOf(alert.accountId, alert.alertType, alert.eventKey)) ?? null,
  }));
}

async function stopLinkOf(
  transaction: Queryable,
  { brand, unsubscribeLinks, now }: WriteContext,
  { contactId, channel }: KeptReceiver,
  kept: readonly KeptAlert[],
): Promise<string | null> {
  if (channel === 'sms') return null;
  const listId = await storeUnsubscribeList(transaction, contactId, kept, now);
  return unsubscribeLinks.urlOf(brand.publicUrl, { listId });
}

function mixedMessage(
  contexts: ReadonlyMap<string, WriteContext>,
  first: WriteContext,
  told: { receiver: KeptReceiver; kept: readonly NamedAlert[]; unsubscribeUrl: string | null },
): AlertMessage {
  const { brand } = first;
  const { publicUrl } = brand;
  const { receiver, kept, unsubscribeUrl } = told;
  const accountIds = new Set(kept.map(({ accountId }) => accountId));
  const nameOf = (context: WriteContext) => accountNameTo(context, receiver.contactId);
  const name = accountIds.size === 1 ? nameOf(first) : `${accountIds.size} accounts`;
  const placeOf = ({ accountId, campaign }: NamedAlert) => {
    const context = contexts.get(accountId);
    return [
      ...(campaign === null ? [] : [campaign]),
      ...(accountIds.size === 1 || !context ? [] : [nameOf(context)]),
    ];
  };
  const labelOf = (alert: NamedAlert) => {
    const { alertType, happenedAt } = alert;
    const { timeZone } = (contexts.get(alert.accountId) ?? first).account;
    const time = eventTimeInMail(happenedAt, { timeZone, alertType, form: 'short' });
    return [`${eventsText(alertType, 1)}, ${time}`, placeOf(alert).join(', ')].filter(Boolean).join(': ');
  };
  const title = `${kept.length} more alerts`;
  const subject = `${title} at ${name}`;
  const path = scoreboardOfAccounts([...accountIds]);
  const left = kept.length - maxListed;
  const mail = layOut(brand, {
    subject,
    paragraphs: [`${subject}.${left > 0 ? ` The first ${maxListed}:` : ''}`],
    links: kept.slice(0, maxListed).map((alert) => ({ label: labelOf(alert), url: publicUrl + alert.path })),
    button: { label: 'Open the Scoreboard', url: publicUrl + path },
    ...(unsubscribeUrl !== null && {
      unsubscribe: {
        reason: `${receiver.name} gets these alerts by email.`,
        label: 'Stop these emails',
        url: unsubscribeUrl,
      },
    }),
  });
  return {
    title,
    path,
    unsubscribeUrl,
    email: { subject, ...mail },
    sms: textMessage((place) => `${title} at ${place}`, name, publicUrl + path),
  };
}
