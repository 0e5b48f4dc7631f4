import type { Provider } from '@mailcall/contract/provider.ts';
import type { AlertType } from '@mailcall/contract/rules/alert-types.ts';
import type { Queryable } from '../../platform/database.ts';
import { type FinishedMail, type MailContent, layOut } from './mail-content.ts';

/** How a message reaches its recipient. */
export type Channel = 'email' | 'sms';

/** The kind of a mail with the link to a saved view, beside those of alerts. */
export const savedViewKind = 'Saved View';

/** A message to write. One without a recipient takes the same work and is not sent, so that timing reveals nothing. */
export type Message = {
  recipient: string | null;
  goodUntil: Date;
  /** Its kind, by which operators know it in the list of unsent messages, and what is checked before it is sent. */
  alertType?: AlertType | typeof savedViewKind;
} & (
  | {
      channel: 'email';
      letter: MailContent | FinishedMail;
      /** The address that stops mails like this one with one `POST` (RFC 8058). */
      unsubscribeUrl?: string | null;
    }
  | { channel: 'sms'; text: string }
);

/** What of a message depends on its channel. */
function contentOf(message: Message, provider: Provider) {
  if (message.channel === 'sms')
    return { subject: null, body_text: message.text, body_html: null, unsubscribe_url: null };
  const { letter, unsubscribeUrl = null } = message;
  const { text, html } = 'html' in letter ? letter : layOut(provider, letter);
  return { subject: letter.subject, body_text: text, body_html: html, unsubscribe_url: unsubscribeUrl };
}

/**
 * Stores a message as unsent.
 * @returns its id.
 */
export async function storeMessage(
  transaction: Queryable,
  message: Message,
  { provider, now }: { provider: Provider; now: Date },
): Promise<string> {
  const { channel, recipient, goodUntil, alertType = null } = message;
  const { id } = await transaction
    .insertInto('outbox')
    .values({
      channel,
      recipient,
      ...contentOf(message, provider),
      written_at: now,
      expires_at: goodUntil,
      alert_kind: alertType,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
