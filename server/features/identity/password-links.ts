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

/** Does the same work for an unknown person. @throws {Problem} 400 for an invalid email address, 429 after too many */
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

/** For an expired link. @throws {Problem} 422 if it never existed, or for a setup link of an activated account */
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
  await writeLinkTo(dependencies, contact, presented === 'invitation' ? presented : purpose);
  return { purpose };
}

/** For a first password. @throws {Problem} 404 for other people, 422 if they have a password */
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

export const setupPurposes: readonly CodePurpose[] = ['setup', 'invitation'];

/** An invitation is a setup link that the provider sends without a request. */
type LinkPurpose = 'setup' | 'invitation' | 'reset';

/** For unknown people writes a mail without a recipient, at the same cost. */
export async function writeLink(
  dependencies: Pick<MessageDependencies, 'environment' | 'clock' | 'codes' | 'outbox'>,
  transaction: Queryable,
  purpose: LinkPurpose,
  to: {
    codesOf: string;
    email: string;
    recipient: string | null;
    letter?: typeof resetMail;
  },
): Promise<void> {
  const { setupLinkLifetime: lifetime } = dependencies.environment;
  const now = dependencies.clock.now();
  // setup links and invitations replace each other
  if (purpose !== 'reset')
    await dependencies.codes.withdraw(transaction, { contactId: to.codesOf, purposes: setupPurposes }, now);
  const code = await dependencies.codes.issue(
    transaction,
    { contactId: to.codesOf, purpose, channel: 'email', lifetime },
    now,
  );
  const brand = await dependencies.outbox.brands.of(transaction, { contactId: to.codesOf });
  const url = `${brand.publicUrl}/${purpose === 'reset' ? 'setup' : 'activation'}?${new URLSearchParams({ email: to.email, code }).toString()}`;
  await dependencies.outbox.write(transaction, {
    brand,
    channel: 'email',
    recipient: to.recipient,
    goodUntil: new Date(now.getTime() + lifetime * 1000),
    letter: (to.letter ?? (purpose === 'reset' ? resetMail : setupMail))(brand.provider, url, lifetime),
  });
}
