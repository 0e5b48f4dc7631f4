import { createHash } from 'node:crypto';
import type { Queryable } from '../../platform/database.ts';
import { contactOf, type Identifier, readIdentifier, type SignInContact } from './contacts.ts';

/** The person that a request without a session is about, known or not: both cost the same from here on. */
export interface RequestedPerson {
  /** Null when the typed identifier is unknown. */
  contact: SignInContact | null;
  /** The id that codes are issued to and found under: the contact's, else one made from the typed identifier. */
  codesOf: string;
  /** The key that attempts are counted under: a person's email and phone share one limit. */
  countedAs: string;
}

/** The typed person; an unknown one gets an id that no contact has. Without `byPhone` a phone number is nobody's. */
export async function findRequestedPerson(
  database: Queryable,
  typed: string,
  { byPhone = true }: { byPhone?: boolean } = {},
): Promise<RequestedPerson> {
  const identifier: Identifier | null = readIdentifier(typed);
  const isSearched = identifier !== null && (byPhone || identifier.kind === 'email');
  const contact = isSearched ? await contactOf(database, identifier) : null;
  if (contact) return { contact, codesOf: contact.id, countedAs: `contact ${contact.id}` };
  const text = identifier?.text ?? typed.trim().toLowerCase();
  const digest = createHash('sha256').update(text).digest('base64url');
  // no id of the feed begins with a line feed
  return { contact: null, codesOf: `\n${digest}`, countedAs: `text ${text}` };
}
