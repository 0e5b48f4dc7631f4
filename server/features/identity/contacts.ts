import { isEmail, readEmail } from '@mailcall/contract/rules/email.ts';
import { normalizePhone, phonePattern } from '@mailcall/contract/rules/phone.ts';
import type { Queryable } from '../../platform/database.ts';
import { emailSpellings } from '../../platform/email-spellings.ts';
import { notSignedIn } from '../../platform/http/problems.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { rolesOfContact } from './access.ts';
import type { Viewer } from './viewer.ts';

export interface SignInContact {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  picture: string | null;
  roles: string[];
  passwordHash: string | null;
  activatedAt: Date | null;
}

export interface Identifier {
  kind: 'email' | 'phone';
  /** Lower case, or `+` and digits. */
  text: string;
  spellings: readonly string[];
}

export function readIdentifier(typed: string): Identifier | null {
  const email = readEmail(typed)?.toLowerCase();
  if (email !== undefined) return { kind: 'email', text: email, spellings: emailSpellings(typed) };
  if (!phonePattern.test(typed)) return null;
  const phone = normalizePhone(typed.trim());
  return { kind: 'phone', text: phone, spellings: [phone] };
}

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

export async function contactById(database: Queryable, id: string): Promise<SignInContact | null> {
  const contact = await signInContacts(database).where('id', '=', id).executeTakeFirst();
  return contact ?? null;
}

/** @throws {Problem} 401 if it does not exist */
export async function lockedContact(transaction: Queryable, id: string): Promise<SignInContact> {
  const contact = await signInContacts(transaction).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!contact) throw notSignedIn();
  return contact;
}

/** Null without a contact, or if several share the phone. */
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

/** Also finds stored texts that are no email address. @throws {OperatorProblem} if no contact has this email address */
export async function contactByEmail(database: Queryable, email: string): Promise<SignInContact> {
  const contact = await contactOf(database, { kind: 'email', spellings: emailSpellings(email) });
  if (!contact) throw new OperatorProblem(`No contact has the email address ${email}.`);
  return contact;
}

/** A contact to mail. @throws {OperatorProblem} if no contact has this email address, or the stored text is no email address */
export async function reachableContact(database: Queryable, email: string): Promise<SignInContact> {
  const contact = await contactByEmail(database, email);
  if (!isEmail(contact.email))
    throw new OperatorProblem(
      `${contact.email} is not an email address. Correct contact ${contact.id} in the feed.`,
    );
  return contact;
}

export async function nameOfViewer(database: Queryable, viewer: Pick<Viewer, 'contactId'>): Promise<string> {
  const contact = await database
    .selectFrom('contacts')
    .select('name')
    .where('id', '=', viewer.contactId)
    .executeTakeFirst();
  return contact?.name ?? 'Someone at the office';
}
