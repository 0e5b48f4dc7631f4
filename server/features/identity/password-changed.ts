import type { Queryable } from '../../platform/database.ts';
import type { SignInContact } from './contacts.ts';
import { passwordChangedMail, passwordSetMail } from './mails.ts';
import type { MessageDependencies } from './message-dependencies.ts';
import { codeOfField, removePendingChanges } from './pending-changes.ts';
import { endPendingSignIns } from './second-step.ts';
import { endSessionsOf } from './sessions.ts';
import { days } from '@mailcall/contract/time/durations.ts';

export const noticeLifetime = days(1);

/** Become invalid when sign-in details change. */
export const sentPurposes = [
  'setup',
  'invitation',
  'reset',
  'sign-in code',
  'magic link',
  'sign-in link',
] as const;

/** Ends other sessions, sent links and codes, and pending changes. Mails the owner, unless a mailed link set a first password. */
export async function passwordChanged(
  dependencies: Pick<MessageDependencies, 'clock' | 'codes' | 'outbox'>,
  transaction: Queryable,
  contact: SignInContact,
  { sessionThatStays = null }: { sessionThatStays?: string | null } = {},
): Promise<void> {
  const now = dependencies.clock.now();
  await endSessionsOf(transaction, contact.id, 'password change', now, sessionThatStays);
  const requested = Object.values(codeOfField).map(({ purpose }) => purpose);
  await dependencies.codes.withdraw(
    transaction,
    { contactId: contact.id, purposes: [...sentPurposes, ...requested] },
    now,
  );
  await removePendingChanges(transaction, contact.id);
  await endPendingSignIns(transaction, contact.id);
  const isFirst = contact.passwordHash === null;
  if (isFirst && sessionThatStays === null) return;
  const brand = await dependencies.outbox.brands.of(transaction, { contactId: contact.id });
  await dependencies.outbox.write(transaction, {
    brand,
    channel: 'email',
    recipient: contact.email,
    goodUntil: new Date(now.getTime() + noticeLifetime),
    letter: isFirst ? passwordSetMail(brand.provider) : passwordChangedMail(brand.provider),
  });
}
