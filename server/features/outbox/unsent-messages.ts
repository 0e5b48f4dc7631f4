import { type NotNull, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

export const maxListed = 50;

export interface UnsentMessage {
  id: string;
  channel: 'email' | 'sms';
  recipient: string;
  alertType: string | null;
  subject: string | null;
  /** Null after the content expired and was cleared. */
  text: string | null;
  /** Emails only, until cleared. */
  html: string | null;
  writtenAt: Date;
  goodUntil: Date;
  failedAt: Date | null;
  /** Without addresses, codes or links. */
  failure: string | null;
  /** Null while retrying. */
  givenUpAt: Date | null;
}

/** Newest first, only with a recipient. */
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

export const messageText = ({ channel, recipient, alertType }: UnsentMessage): string =>
  `${channel === 'email' ? 'Email' : 'Text message'} to ${recipient}${alertType === null ? '' : `, ${alertType}`}`;

/** `2026-03-11 15:00:00 UTC` */
export const instantText = (instant: Date): string =>
  `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Null without a failure. */
export function failureText({ failure, failedAt, givenUpAt }: UnsentMessage): string | null {
  if (failedAt === null) return null;
  return givenUpAt === null
    ? `Not sent at ${instantText(failedAt)}, and tried again: ${failure ?? ''}`
    : `Given up at ${instantText(givenUpAt)}: ${failure ?? ''}`;
}

export interface AbandonedMessage {
  id: string;
  channel: UnsentMessage['channel'];
  recipient: string;
  subject: string | null;
  abandonedAt: Date;
  failure: string | null;
  canBeSent: boolean;
}

/** Oldest first, at most 1,000. */
export async function abandonedMessages(database: Queryable, now: Date): Promise<AbandonedMessage[]> {
  const { rows } = await sql<AbandonedMessage>`
    select id, channel, recipient, coalesce(subject, alert_kind) as subject, abandoned_at as "abandonedAt", failure,
      body_text is not null and expires_at > ${now} as "canBeSent"
    from outbox where recipient is not null and sent_at is null and abandoned_at is not null and failed_at is not null
    order by abandoned_at, id limit 1000`.execute(database);
  return rows;
}
