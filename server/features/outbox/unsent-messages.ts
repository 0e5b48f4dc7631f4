import type { NotNull } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/** Unsent messages in a list at most: the newest. */
export const maxListed = 50;

/** A message that has not been sent, as operators see it. */
export interface UnsentMessage {
  id: string;
  channel: 'email' | 'sms';
  recipient: string;
  /** The kind of the alert; null for a message that is none. */
  alertType: string | null;
  /** Emails only. */
  subject: string | null;
  /** Null after the message was cleared because its content has expired. */
  text: string | null;
  /** Emails only, until they are cleared. */
  html: string | null;
  writtenAt: Date;
  /** It is not sent after this. */
  goodUntil: Date;
  /** Time of the last failure; null without one. */
  failedAt: Date | null;
  /** Why it failed, without addresses, codes or links. */
  failure: string | null;
  /** Time at which the last attempt failed; null while the message is retried. */
  givenUpAt: Date | null;
}

/** The newest messages that have a recipient and were not sent. */
export function unsentMessages(database: Queryable): Promise<UnsentMessage[]> {
  return database
    .selectFrom('outbox')
    .select([
      'id',
      'channel',
      'recipient',
      'alert_kind as alertType',
      'subject',
      'body_text as text',
      'body_html as html',
      'written_at as writtenAt',
      'expires_at as goodUntil',
      'failed_at as failedAt',
      'failure',
      'abandoned_at as givenUpAt',
    ])
    .where('recipient', 'is not', null)
    .where('sent_at', 'is', null)
    .orderBy('written_at', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .$narrowType<{ recipient: NotNull; channel: UnsentMessage['channel'] }>()
    .execute();
}

/** What a message is and whom it goes to: 'Email to ann@office.example, Missed Call Alert'. */
export const messageText = ({ channel, recipient, alertType }: UnsentMessage): string =>
  `${channel === 'email' ? 'Email' : 'Text message'} to ${recipient}${alertType === null ? '' : `, ${alertType}`}`;

/** Formats an instant for operators: `2026-03-11 15:00:00 UTC`. */
export const instantText = (instant: Date): string =>
  `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Describes the failure of a message in a sentence; null without a failure. */
export function failureText({ failure, failedAt, givenUpAt }: UnsentMessage): string | null {
  if (failedAt === null) return null;
  return givenUpAt === null
    ? `Not sent at ${instantText(failedAt)}, and tried again: ${failure ?? ''}`
    : `Given up at ${instantText(givenUpAt)}: ${failure ?? ''}`;
}
