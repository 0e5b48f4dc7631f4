import type { AlertType } from '@mailcall/contract/rules/alert-types.ts';
import type { DesignAlertType } from '@mailcall/contract/rules/design-alerts.ts';
import type { Queryable } from '../../platform/database.ts';
import { type FinishedMail, layOut, type MailContent } from '@mailcall/contract/rules/mail-layout.ts';
import type { Brand } from '../brands/index.ts';

export type Channel = 'email' | 'sms';

/** In addition to the kinds of alerts. */
export const savedViewKind = 'Saved View';
/** Kind of a mail about the decision of a dispute. */
export const disputeAnsweredKind = 'Dispute Answered';

/** Without a recipient it takes the same work but is not sent, so that timing reveals nothing. */
export type Message = {
  brand: Brand;
  recipient: string | null;
  goodUntil: Date;
  /** Shown to operators; also determines the check before sending. */
  alertType?: AlertType | DesignAlertType | typeof savedViewKind | typeof disputeAnsweredKind;
} & (
  | {
      channel: 'email';
      letter: MailContent | FinishedMail;
      /** One `POST` to this URL stops such mails (RFC 8058). */
      unsubscribeUrl?: string | null;
    }
  | { channel: 'sms'; text: string }
);

function contentOf(message: Message) {
  if (message.channel === 'sms')
    return { subject: null, body_text: message.text, body_html: null, unsubscribe_url: null };
  const { letter, unsubscribeUrl = null } = message;
  const { text, html } = 'html' in letter ? letter : layOut(message.brand, letter);
  return { subject: letter.subject, body_text: text, body_html: html, unsubscribe_url: unsubscribeUrl };
}

export async function storeMessage(transaction: Queryable, message: Message, now: Date): Promise<string> {
  const { brand, channel, recipient, goodUntil, alertType = null } = message;
  const { id } = await transaction
    .insertInto('outbox')
    .values({
      channel,
      recipient,
      ...contentOf(message),
      brand_id: brand.id,
      written_at: now,
      expires_at: goodUntil,
      alert_kind: alertType,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
