import { realms } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { sql } from 'kysely';
import type { Queries } from '../../platform/database.ts';
import { type AskedPerson, askedPerson } from './asked-person.ts';
import type { SignInContact } from './contacts.ts';
import { lockedLetter } from './letters.ts';
import { noticeGoodFor } from './password-changed.ts';
import { hashPassword, isOutdated, isPassword } from './passwords.ts';
import type { SignInMeans, TokenRequest } from './sign-in-means.ts';
import { type SignedIn, signedIn } from './signed-in.ts';
import { TokenProblem } from './token-problem.ts';

type PasswordRealm = (typeof realms)[number];
const isRealm = (text: string): text is PasswordRealm => (realms as readonly string[]).includes(text);

/** Sign-in by e-mail or phone and password, or in the limited realm by the token of a mailed link. */
export async function passwordRealm(
  means: SignInMeans,
  asked: TokenRequest,
  address: string,
): Promise<SignedIn> {
  const { username = '', password = '', realm = 'password' } = asked;
  if (username.trim() === '')
    throw new TokenProblem('invalid_request', 'username: Say the e-mail or phone number.');
  if (password === '') throw new TokenProblem('invalid_request', 'password: A password is required.');
  if (!isRealm(realm)) throw new TokenProblem('invalid_request', `realm: Use one of ${realms.join(', ')}.`);

  const now = means.clock.now();
  const person = await askedPerson(means.database.kysely, username);
  const ticket = await means.limits.take('sign-in', person.countedAs, address, now);
  // an unknown person's password is checked too, against a hash that fits none: it takes the same time
  const right = await isPassword(person.contact?.passwordHash ?? null, password);
  if (person.contact && right) {
    await ticket.succeeded();
    await renewHash(means.database.kysely, person.contact, password);
    return signedIn(means.database.kysely, person.contact, realm, asked, now);
  }
  const byLink = realm === 'limited-access' ? await signInByLink(means, person, asked) : null;
  if (byLink) {
    await ticket.succeeded();
    return byLink;
  }
  if (ticket.locks) await tellOfLock(means, person.contact);
  throw new TokenProblem('invalid_grant', messages.wrongPassword);
}

/** Sign-in by the token of a mailed link, which is used up; limited, whatever the person's roles. */
function signInByLink(
  means: SignInMeans,
  person: AskedPerson,
  asked: TokenRequest,
): Promise<SignedIn | null> {
  const now = means.clock.now();
  return means.database.transaction(async (transaction) => {
    const { state } = await means.codes.use(
      transaction,
      { contactId: person.codesOf, purposes: ['sign-in link'], code: asked.password ?? '' },
      now,
    );
    if (state !== 'live' || !person.contact) return null;
    return signedIn(transaction, person.contact, 'limited-access', asked, now);
  });
}

/** Tells the owner by mail that sign-in by password is paused; for whoever is not known nothing is sent. */
export function tellOfLock(means: SignInMeans, contact: SignInContact | null): Promise<void> {
  return means.database.transaction((transaction) =>
    means.outbox.write(transaction, {
      channel: 'email',
      recipient: contact?.email ?? null,
      goodUntil: new Date(means.clock.now().getTime() + noticeGoodFor),
      letter: lockedLetter(means.provider),
    }),
  );
}

/** Makes the hash anew when the cost of hashing was raised since it was made. */
async function renewHash(database: Queries, contact: SignInContact, password: string): Promise<void> {
  const before = contact.passwordHash;
  if (before === null || !isOutdated(before)) return;
  const after = await hashPassword(password);
  await sql`
    update contacts set password_hash = ${after} where id = ${contact.id} and password_hash = ${before}
  `.execute(database);
}
