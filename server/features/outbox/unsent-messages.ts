import { sql } from 'kysely';
import type { Queries } from '../../platform/database.ts';

/** The most unsent messages that are shown: the newest. */
export const maxShown = 50;

/** A message that was written and has not been sent, for those who look after the portal. */
export interface UnsentMessage {
  id: string;
  channel: 'email' | 'sms';
  recipient: string;
  /** E-mails only. */
  subject: string | null;
  /** Null once it was forgotten: what it held has ended. */
  text: string | null;
  writtenAt: Date;
  /** It is not sent after this. */
  goodUntil: Date;
  /** When it last failed; null when nothing has. */
  failedAt: Date | null;
  /** Why it failed, without addresses, codes or links. */
  failure: string | null;
  /** When it was not tried again any more; null while it is. */
  givenUpAt: Date | null;
}

/** The newest messages that have a recipient and were not sent. */
export async function unsentMessages(database: Queries): Promise<UnsentMessage[]> {
  const { rows } = await sql<UnsentMessage>`
    select id, channel, recipient, subject, body_text as "text", written_at as "writtenAt", good_until as "goodUntil",
      failed_at as "failedAt", failure, given_up_at as "givenUpAt"
    from outbox where recipient is not null and sent_at is null order by written_at desc, id limit ${maxShown}
  `.execute(database);
  return rows;
}

/** A moment as operators read it: `2026-03-11 15:00:00 UTC`. */
export const instantText = (instant: Date): string =>
  `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** What became of a message, as a sentence; null while nothing has gone wrong with it. */
export function failureText({ failure, failedAt, givenUpAt }: UnsentMessage): string | null {
  if (failedAt === null) return null;
  return givenUpAt === null
    ? `Not sent at ${instantText(failedAt)}, and tried again: ${failure ?? ''}`
    : `Given up at ${instantText(givenUpAt)}: ${failure ?? ''}`;
}
