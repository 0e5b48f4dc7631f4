import { normalisePhone, phonePattern } from '@mailcall/contract/rules/phone.ts';
import { sql, type Transaction } from 'kysely';
import type { Queries, Schema } from '../../platform/database.ts';
import { notSignedIn } from '../../platform/http/problems.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';

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

/** What a person is known by at sign-in: an e-mail in any case, or a phone in its normal form. */
export interface Identifier {
  kind: 'email' | 'phone';
  /** Lower case, or `+` and digits. */
  text: string;
}

/** Reads what a person typed to say who they are; null when it is neither an e-mail nor a phone. */
export function readIdentifier(typed: string): Identifier | null {
  const text = typed.trim();
  if (text.includes('@')) return { kind: 'email', text: text.toLowerCase() };
  return phonePattern.test(text) ? { kind: 'phone', text: normalisePhone(text) } : null;
}

const columns = sql`id, name, email, phone, picture, roles, password_hash as "passwordHash", activated_at as "activatedAt"`;

/** The contact with this id; null when there is none. */
export async function contactById(database: Queries, id: string): Promise<SignInContact | null> {
  const { rows } = await sql<SignInContact>`
    select ${columns} from contacts where id = ${id} and not deleted
  `.execute(database);
  return rows[0] ?? null;
}

/**
 * The contact with this id, whose row stays locked until the transaction ends.
 * @throws a 401 Problem when there is none.
 */
export async function lockedContact(transaction: Transaction<Schema>, id: string): Promise<SignInContact> {
  const { rows } = await sql<SignInContact>`
    select ${columns} from contacts where id = ${id} and not deleted for update
  `.execute(transaction);
  if (!rows[0]) throw notSignedIn();
  return rows[0];
}

/** The one contact with this identifier; null when there is none, or when several share the phone. */
export async function contactOf(database: Queries, identifier: Identifier): Promise<SignInContact | null> {
  const known =
    identifier.kind === 'email' ? sql`lower(email) = ${identifier.text}` : sql`phone = ${identifier.text}`;
  const { rows } = await sql<SignInContact>`
    select ${columns} from contacts where ${known} and not deleted order by id limit 2
  `.execute(database);
  return rows.length === 1 ? (rows[0] as SignInContact) : null;
}

/**
 * The contact that an operator names.
 * @throws {OperatorProblem} when no contact has this e-mail address.
 */
export async function contactByEmail(database: Queries, email: string): Promise<SignInContact> {
  const identifier = readIdentifier(email);
  const contact = identifier?.kind === 'email' ? await contactOf(database, identifier) : null;
  if (!contact) throw new OperatorProblem(`No contact has the e-mail address ${email}.`);
  return contact;
}
