import { layOut } from '../outbox/index.ts';
import { collectedMessage } from './compose.ts';
import { scoreboardOfAccounts } from './messages/alert-paths.ts';
import { textMessage } from './messages/text-message.ts';
import type { AlertMessage, EventAlertType } from './messages/types.ts';
import type { Channel } from './receivers.ts';
import type { WriteContext } from './write-context.ts';

/** An alert that is kept, to go out with others in one message. */
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

/** Alerts that a mail lists at most. */
const maxListed = 20;

/** The message of everything that was kept for a receiver, of all their accounts and kinds of alerts. */
export function keptMessage(
  contexts: ReadonlyMap<string, WriteContext>,
  receiver: { contactId: string; name: string },
  kept: readonly KeptAlert[],
): AlertMessage {
  const [first] = kept;
  const context = first && contexts.get(first.accountId);
  if (!first || !context) throw new Error('There is nothing to tell.');
  const { accountId, alertType } = first;
  if (kept.every((alert) => alert.accountId === accountId && alert.alertType === alertType)) {
    const items = kept.map(({ happenedAt, path }) => ({ title: null, at: happenedAt, path }));
    return collectedMessage(context, receiver, { alertType, items });
  }
  return mixedMessage(contexts, context, receiver, kept);
}

/** The message of kept alerts of several kinds or accounts. */
function mixedMessage(
  contexts: ReadonlyMap<string, WriteContext>,
  { provider, publicUrl, account }: WriteContext,
  receiver: { name: string },
  kept: readonly KeptAlert[],
): AlertMessage {
  const accountIds = new Set(kept.map(({ accountId }) => accountId));
  const name = accountIds.size === 1 ? account.name : `${accountIds.size} accounts`;
  const nameOf = (alert: KeptAlert) =>
    accountIds.size === 1 ? '' : ` (${contexts.get(alert.accountId)?.account.name ?? ''})`;
  const title = `${kept.length} more alerts`;
  const subject = `${title} at ${name}`;
  const path = scoreboardOfAccounts([...accountIds]);
  const left = kept.length - maxListed;
  const mail = layOut(provider, {
    subject,
    paragraphs: [`${subject}.${left > 0 ? ` The first ${maxListed}:` : ''}`],
    links: kept.slice(0, maxListed).map((alert) => ({
      label: `${alert.title}${nameOf(alert)}`,
      url: publicUrl + alert.path,
    })),
    button: { label: 'Open the Scoreboard', url: publicUrl + path },
    unsubscribe: {
      reason: `${receiver.name} gets these alerts by e-mail.`,
      label: 'Choose which ones to get',
      url: `${publicUrl}/settings`,
    },
  });
  return {
    title,
    path,
    unsubscribeUrl: null,
    email: { subject, ...mail },
    sms: textMessage((place) => `${title} at ${place}`, name, publicUrl + path),
  };
}
