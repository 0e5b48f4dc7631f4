import { isEmail, readEmail } from '@mailcall/contract/rules/email.ts';
import { normalizePhone, phonePattern } from '@mailcall/contract/rules/phone.ts';
import type { Queryable } from '../../platform/database.ts';
import { emailSpellings } from '../../platform/email-spellings.ts';
import { notSignedIn } from '../../platform/http/problems.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { rolesOfContact } from './access.ts';

/** A contact as sign-in needs it. */
export interface SignInContact {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  picture: string | null;
  roles: string[];
  /** Null until the contact has chosen a password. */
  passwordHash: string | null;
  /** When the account was activated; null before. */
  activatedAt: Date | null;
}

/** What a person is known by at sign-in: an email in any case, or a phone in its normal form. */
export interface Identifier {
  kind: 'email' | 'phone';
  /** Lower case, or `+` and digits. */
  text: string;
  /** Spellings in which a contact may have it. */
  spellings: readonly string[];
}

/** Reads what a person typed to say who they are; null when it is neither an email nor a phone. */
export function readIdentifier(typed: string): Identifier | null {
  const email = readEmail(typed)?.toLowerCase();
  if (email !== undefined) return { kind: 'email', text: email, spellings: emailSpellings(typed) };
  if (!phonePattern.test(typed)) return null;
  const phone = normalizePhone(typed.trim());
  return { kind: 'phone', text: phone, spellings: [phone] };
}

/** The contacts that are not deleted, with the columns that sign-in needs. */
const signInContacts = (database: Queryable) =>
  database
    .selectFrom('contacts')
    .select([
      rolesOfContact.as('roles'),
      'id',
      'name',
      'email',
      'phone',
      'picture',
      'password_hash as passwordHash',
      'activated_at as activatedAt',
    ])
    .where('deleted', '=', false);

/** The contact with this id; null when there is none. */
export async function contactById(database: Queryable, id: string): Promise<SignInContact | null> {
  const contact = await signInContacts(database).where('id', '=', id).executeTakeFirst();
  return contact ?? null;
}

/**
 * The contact with this id, whose row stays locked until the transaction ends.
 * @throws a 401 Problem when there is none.
 */
export async function lockedContact(transaction: Queryable, id: string): Promise<SignInContact> {
  const contact = await signInContacts(transaction).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!contact) throw notSignedIn();
  return contact;
}

/** The one contact with this identifier; null when there is none, or when several share the phone. */
export async function contactOf(
  database: Queryable,
  { kind, spellings }: Pick<Identifier, 'kind' | 'spellings'>,
): Promise<SignInContact | null> {
  const [contact, another] = await signInContacts(database)
    .where((eb) => eb(kind === 'email' ? eb.fn<string>('lower', ['email']) : 'phone', 'in', spellings))
    .orderBy('id')
    .limit(2)
    .execute();
  return contact && !another ? contact : null;
}

/**
 * The contact that an operator names, also by a stored text that is no email address any more.
 * @throws {OperatorProblem} when no contact has this email address.
 */
export async function contactByEmail(database: Queryable, email: string): Promise<SignInContact> {
  const contact = await contactOf(database, { kind: 'email', spellings: emailSpellings(email) });
  if (!contact) throw new OperatorProblem(`No contact has the email address ${email}.`);
  return contact;
}

/**
 * The contact that an operator names, who gets a mail or a link.
 * @throws {OperatorProblem} when no contact has this email address, or the stored text is no email address.
 */
export async function reachableContact(database: Queryable, email: string): Promise<SignInContact> {
  const contact = await contactByEmail(database, email);
  if (!isEmail(contact.email))
    throw new OperatorProblem(
      `${contact.email} is not an email address. Correct contact ${contact.id} in the feed.`,
    );
  return contact;
}
