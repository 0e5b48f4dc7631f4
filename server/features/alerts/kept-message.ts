import type { Queryable } from '../../platform/database.ts';
import { layOut } from '../outbox/index.ts';
import { accountNameTo, collectedMessage } from './compose.ts';
import { alertEventsOf, eventKeyOf } from './event-items.ts';
import { scoreboardOfAccounts } from './messages/alert-paths.ts';
import { textMessage } from './messages/text-message.ts';
import type { AlertMessage, EventAlertType } from './messages/types.ts';
import type { ReceiverChannel } from './recent-messages.ts';
import type { Channel } from './receivers.ts';
import { storeUnsubscribeList } from './unsubscribe-lists.ts';
import type { WriteContext } from './write-context.ts';

export interface KeptAlert {
  accountId: string;
  alertType: EventAlertType;
  contactId: string;
  channel: Channel;
  eventKey: string;
  title: string;
  path: string;
  happenedAt: Date;
  createdAt: Date;
}

/** With its campaign's current name; null for a call without one. */
interface NamedAlert extends KeptAlert {
  campaign: string | null;
}

interface KeptReceiver extends ReceiverChannel {
  name: string;
}

/** Maximum alerts listed in a mail. */
const maxListed = 20;

/** Message with everything held for a receiver, in all accounts and kinds. */
export async function keptMessage(
  transaction: Queryable,
  contexts: ReadonlyMap<string, WriteContext>,
  receiver: KeptReceiver,
  kept: readonly KeptAlert[],
): Promise<AlertMessage> {
  const [first] = kept;
  const context = first && contexts.get(first.accountId);
  if (!first || !context) throw new Error('There is nothing to tell.');
  const { accountId, alertType } = first;
  const named = await withCampaigns(transaction, contexts, kept);
  if (kept.every((alert) => alert.accountId === accountId && alert.alertType === alertType)) {
    const items = named.map(({ campaign, happenedAt, path }) => ({ title: campaign, at: happenedAt, path }));
    return collectedMessage(context, receiver, { alertType, items });
  }
  const unsubscribeUrl = await stopLinkOf(transaction, context, receiver, kept);
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

/** Link that stops exactly a mail's alerts; none in text messages. */
async function stopLinkOf(
  transaction: Queryable,
  { unsubscribeLinks, now }: WriteContext,
  { contactId, channel }: KeptReceiver,
  kept: readonly KeptAlert[],
): Promise<string | null> {
  if (channel === 'sms') return null;
  return unsubscribeLinks.urlOf({ listId: await storeUnsubscribeList(transaction, contactId, kept, now) });
}

function mixedMessage(
  contexts: ReadonlyMap<string, WriteContext>,
  first: WriteContext,
  told: { receiver: KeptReceiver; kept: readonly NamedAlert[]; unsubscribeUrl: string | null },
): AlertMessage {
  const { provider, publicUrl } = first;
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
    const place = placeOf(alert);
    return place.length === 0 ? alert.title : `${alert.title}: ${place.join(', ')}`;
  };
  const title = `${kept.length} more alerts`;
  const subject = `${title} at ${name}`;
  const path = scoreboardOfAccounts([...accountIds]);
  const left = kept.length - maxListed;
  const mail = layOut(provider, {
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
