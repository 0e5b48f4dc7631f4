import { normalizePhone, phonePattern } from '@mailcall/contract/rules/phone.ts';
import type { Queryable } from '../../platform/database.ts';
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
}

/** Reads what a person typed to say who they are; null when it is neither an email nor a phone. */
export function readIdentifier(typed: string): Identifier | null {
  const text = typed.trim();
  if (text.includes('@')) return { kind: 'email', text: text.toLowerCase() };
  return phonePattern.test(text) ? { kind: 'phone', text: normalizePhone(text) } : null;
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
export async function contactOf(database: Queryable, identifier: Identifier): Promise<SignInContact | null> {
  const [contact, another] = await signInContacts(database)
    .where((eb) =>
      identifier.kind === 'email'
        ? eb(eb.fn<string>('lower', ['email']), '=', identifier.text)
        : eb('phone', '=', identifier.text),
    )
    .orderBy('id')
    .limit(2)
    .execute();
  return contact && !another ? contact : null;
}

/**
 * The contact that an operator names.
 * @throws {OperatorProblem} when no contact has this email address.
 */
export async function contactByEmail(database: Queryable, email: string): Promise<SignInContact> {
  const identifier = readIdentifier(email);
  const contact = identifier?.kind === 'email' ? await contactOf(database, identifier) : null;
  if (!contact) throw new OperatorProblem(`No contact has the email address ${email}.`);
  return contact;
}
