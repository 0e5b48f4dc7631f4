import type { Transaction } from 'kysely';
import type { Schema } from '../../platform/database.ts';
import type { SignInContact } from './contacts.ts';
import { passwordChangedLetter } from './letters.ts';
import type { MessageMeans } from './message-means.ts';
import { endSessionsOf } from './sessions.ts';

/** A mail that tells of something that was done is worth sending for this long, in milliseconds. */
export const noticeGoodFor = 24 * 60 * 60 * 1000;

/**
 * What follows when a contact's password has just been set: every session ends but the one that stays, links and codes
 * that were sent before open nothing any more, and whoever had a password before is told by mail.
 */
export async function passwordChanged(
  means: Pick<MessageMeans, 'clock' | 'codes' | 'outbox' | 'provider'>,
  transaction: Transaction<Schema>,
  contact: SignInContact,
  stays: string | null = null,
): Promise<void> {
  const now = means.clock.now();
  await endSessionsOf(transaction, contact.id, 'password change', now, stays);
  const purposes = ['setup', 'reset', 'sign-in code', 'magic link', 'sign-in link'] as const;
  await means.codes.withdraw(transaction, { contactId: contact.id, purposes }, now);
  if (contact.passwordHash === null) return;
  await means.outbox.write(transaction, {
    channel: 'email',
    recipient: contact.email,
    goodUntil: new Date(now.getTime() + noticeGoodFor),
    letter: passwordChangedLetter(means.provider),
  });
}
