import { realms } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { sql } from 'kysely';
import { type RequestedPerson, findRequestedPerson } from './requested-person.ts';
import { contactById, type SignInContact } from './contacts.ts';
import { lockedMail } from './mails.ts';
import { lockCodesOf } from './one-time-codes.ts';
import { noticeLifetime } from './password-changed.ts';
import { hashPassword, isOutdated, isPassword } from './passwords.ts';
import type { SignInDependencies, TokenRequest, TokenRequestOrigin } from './sign-in-dependencies.ts';
import { type FirstStep, type SignedIn, signedIn } from './signed-in.ts';
import { TokenProblem } from './token-problem.ts';

const tokenPattern = /^[\w-]{43}$/;

type PasswordRealm = (typeof realms)[number];
const isRealm = (text: string): text is PasswordRealm => (realms as readonly string[]).includes(text);

export async function passwordRealm(
  dependencies: SignInDependencies,
  request: TokenRequest,
  origin: TokenRequestOrigin,
): Promise<SignedIn | FirstStep> {
  const { address } = origin;
  const { username = '', password = '', realm = 'password' } = request;
  if (username.trim() === '')
    throw new TokenProblem('invalid_request', 'username: Say the email or phone number.');
  if (password === '') throw new TokenProblem('invalid_request', 'password: A password is required.');
  if (!isRealm(realm)) throw new TokenProblem('invalid_request', `realm: Use one of ${realms.join(', ')}.`);

  const now = dependencies.clock.now();
  const person = await findRequestedPerson(dependencies.database.kysely, username);
  if (realm === 'limited-access' && tokenPattern.test(password)) {
    // counted as a code, so that wrong passwords do not lock a mailed link
    const linkTicket = await dependencies.limits.take('code', person.countedAs, address, now);
    const byLink = await signInByLink(dependencies, person, { request, origin });
    if (byLink) {
      await linkTicket.succeeded();
      return byLink;
    }
  }
  const ticket = await dependencies.limits.take('sign-in', person.countedAs, address, now);
  // an unknown person's password is checked against a dummy hash, to take the same time
  const right = await isPassword(person.contact?.passwordHash ?? null, password);
  const begun =
    person.contact && right
      ? await beginChecked(dependencies, person.contact, realm, { request, origin }, now)
      : null;
  if (begun) {
    await ticket.succeeded();
    return begun;
  }
  if (ticket.locks) await notifyOfLock(dependencies, person.contact);
  throw new TokenProblem('invalid_grant', messages.wrongPassword);
}

/** Also renews an outdated hash. Null if another password was set during the check. */
async function beginChecked(
  dependencies: SignInDependencies,
  { id, passwordHash: checked }: SignInContact,
  realm: PasswordRealm,
  { request, origin }: { request: TokenRequest; origin: TokenRequestOrigin },
  now: Date,
): Promise<SignedIn | FirstStep | null> {
  const { password = '' } = request;
  const renewed = checked !== null && isOutdated(checked) ? await hashPassword(password) : null;
  return dependencies.database.transaction(async (transaction) => {
    // password changes hold this lock, so they see this session or are seen here; imports hold the contact's own lock for long
    await lockCodesOf(transaction, id);
    const contact = await contactById(transaction, id);
    if (!contact) return null;
    const isSame = contact.passwordHash === checked;
    if (!isSame && !(await isPassword(contact.passwordHash, password))) return null;
    if (isSame && renewed !== null)
      await sql`update contacts set password_hash = ${renewed} where id = ${id} and password_hash = ${checked}`.execute(
        transaction,
      );
    return signedIn(transaction, contact, realm, { dependencies, request, origin }, now);
  });
}

/** Valid five times; always limited, whatever the person's roles. */
function signInByLink(
  dependencies: SignInDependencies,
  person: RequestedPerson,
  { request, origin }: { request: TokenRequest; origin: TokenRequestOrigin },
): Promise<SignedIn | FirstStep | null> {
  const now = dependencies.clock.now();
  return dependencies.database.transaction(async (transaction) => {
    const { state } = await dependencies.codes.use(
      transaction,
      { contactId: person.codesOf, purposes: ['sign-in link'], code: request.password ?? '' },
      now,
    );
    if (state !== 'live' || !person.contact) return null;
    return signedIn(transaction, person.contact, 'limited-access', { dependencies, request, origin }, now);
  });
}

/** Tells the owner by mail that password sign-in is paused; sends nothing for an unknown person. */
export async function notifyOfLock(
  dependencies: SignInDependencies,
  contact: SignInContact | null,
): Promise<void> {
  const { database, outbox } = dependencies;
  await database.transaction(async (transaction) => {
    const brand = await outbox.brands.of(transaction, { contactId: contact?.id ?? '' });
    return outbox.write(transaction, {
      brand,
      channel: 'email',
      recipient: contact?.email ?? null,
      goodUntil: new Date(dependencies.clock.now().getTime() + noticeLifetime),
      letter: lockedMail(brand.provider),
    });
  });
}
