import { createHash } from 'node:crypto';
import type { Queryable } from '../../platform/database.ts';
import { countedAs } from './attempt-limits.ts';
import { contactOf, type Identifier, readIdentifier, type SignInContact } from './contacts.ts';

/** Known or not; both cost the same from here on. */
export interface RequestedPerson {
  contact: SignInContact | null;
  /** The contact's id, or one derived from the typed identifier. */
  codesOf: string;
  countedAs: string;
}

/** An unknown person gets an id that no contact has. Without `byPhone`, phone numbers match no one. */
export async function findRequestedPerson(
  database: Queryable,
  typed: string,
  { byPhone = true }: { byPhone?: boolean } = {},
): Promise<RequestedPerson> {
  const identifier: Identifier | null = readIdentifier(typed);
  const isSearched = identifier !== null && (byPhone || identifier.kind === 'email');
  const contact = isSearched ? await contactOf(database, identifier) : null;
  if (contact) return { contact, codesOf: contact.id, countedAs: countedAs(contact.id) };
  const text = identifier?.text ?? typed.trim().toLowerCase();
  const digest = createHash('sha256').update(text).digest('base64url');
  // no id in a feed begins with a line feed
  return { contact: null, codesOf: `\n${digest}`, countedAs: `text ${text}` };
}
