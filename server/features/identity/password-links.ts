import { messages } from '@mailcall/contract/rules/messages.ts';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible, notValid } from '../../platform/http/problems.ts';
import { linkIsNone, lookAtLink, type PresentedLink } from './activation.ts';
import { findRequestedPerson } from './requested-person.ts';
import { contactById, readIdentifier, type SignInContact } from './contacts.ts';
import { resetMail, setupMail } from './mails.ts';
import type { CodePurpose } from './one-time-codes.ts';
import type { MessageDependencies } from './message-dependencies.ts';
import type { Viewer } from './viewer.ts';

/**
 * Mails a link to choose a new password. The answer, and the work before it, are the same for an unknown person.
 * @throws a 400 Problem when the email address is invalid, a 429 Problem after too many.
 */
export async function requestReset(
  dependencies: MessageDependencies,
  email: string,
  address: string,
): Promise<Record<string, never>> {
  if (readIdentifier(email)?.kind !== 'email') throw notValid({ email: messages.invalidEmail });
  const person = await findRequestedPerson(dependencies.database.kysely, email);
  await dependencies.limits.take('message', person.countedAs, address, dependencies.clock.now());
  await dependencies.database.transaction((transaction) =>
    writeLink(dependencies, transaction, 'reset', {
      codesOf: person.codesOf,
      email: person.contact?.email ?? email.trim(),
      recipient: person.contact?.email ?? null,
    }),
  );
  return {};
}

/**
 * Mails a new link to the owner of an expired one: a setup link, or for a reset link another reset link.
 * @throws a 422 Problem when the link was never one, or a setup link is shown for an activated account.
 */
export async function refreshLink(
  dependencies: MessageDependencies,
  link: PresentedLink,
  address: string,
): Promise<{ purpose: 'setup' | 'reset' }> {
  const { contact, state, purpose: presented } = await lookAtLink(dependencies, link, address);
  if (!contact || state === 'unknown') throw linkIsNone();
  const purpose = presented === 'reset' ? 'reset' : 'setup';
  if (purpose === 'setup' && contact.activatedAt !== null)
    throw notPossible('This account is already activated. Please log in, or reset your password.');
  await dependencies.limits.take('message', `contact ${contact.id}`, address, dependencies.clock.now());
  // a new link of an invitation is one, too
  await writeLinkTo(dependencies, contact, presented === 'invitation' ? presented : purpose);
  return { purpose };
}

/**
 * Mails the signed-in person a link to choose their first password.
 * @throws a 404 Problem for anybody else, a 422 Problem when they have a password.
 */
export async function sendSetup(
  dependencies: MessageDependencies,
  viewer: Viewer,
  contactId: string,
  address: string,
): Promise<Record<string, never>> {
  const contact =
    contactId === viewer.contactId ? await contactById(dependencies.database.kysely, contactId) : null;
  if (!contact) throw notFound();
  if (contact.passwordHash !== null)
    throw notPossible('This account is already activated: it has a password.');
  await dependencies.limits.take('message', `contact ${contact.id}`, address, dependencies.clock.now());
  await writeLinkTo(dependencies, contact, 'setup');
  return {};
}

const writeLinkTo = (dependencies: MessageDependencies, contact: SignInContact, purpose: LinkPurpose) =>
  dependencies.database.transaction((transaction) =>
    writeLink(dependencies, transaction, purpose, {
      codesOf: contact.id,
      email: contact.email,
      recipient: contact.email,
    }),
  );

/** Links to a first password; a newer one replaces either. */
export const setupPurposes: readonly CodePurpose[] = ['setup', 'invitation'];

/** An invitation is a setup link that the provider sends, on nobody's request. */
type LinkPurpose = 'setup' | 'invitation' | 'reset';

/** Writes a mail with a new link to a password, to the contact's address or to nobody. */
export async function writeLink(
  dependencies: Pick<MessageDependencies, 'environment' | 'clock' | 'codes' | 'outbox' | 'provider'>,
  transaction: Queryable,
  purpose: LinkPurpose,
  to: {
    codesOf: string;
    email: string;
    recipient: string | null;
    /** The mail, if not the usual one. */
    letter?: typeof resetMail;
  },
): Promise<void> {
  const { publicUrl, setupLinkLifetime: lifetime } = dependencies.environment;
  const now = dependencies.clock.now();
  // a setup link and an invitation replace each other
  if (purpose !== 'reset')
    await dependencies.codes.withdraw(transaction, { contactId: to.codesOf, purposes: setupPurposes }, now);
  const code = await dependencies.codes.issue(
    transaction,
    { contactId: to.codesOf, purpose, channel: 'email', lifetime },
    now,
  );
  const url = `${publicUrl}/${purpose === 'reset' ? 'setup' : 'activation'}?${new URLSearchParams({ email: to.email, code }).toString()}`;
  await dependencies.outbox.write(transaction, {
    channel: 'email',
    recipient: to.recipient,
    goodUntil: new Date(now.getTime() + lifetime * 1000),
    letter: (to.letter ?? (purpose === 'reset' ? resetMail : setupMail))(
      dependencies.provider,
      url,
      lifetime,
    ),
  });
}
