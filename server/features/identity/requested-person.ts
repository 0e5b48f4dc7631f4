import { createHash } from 'node:crypto';
import type { Queries } from '../../platform/database.ts';
import { contactOf, type Identifier, readIdentifier, type SignInContact } from './contacts.ts';

/** Whoever a request of somebody without a session is about, known or not: both cost the same from here on. */
export interface RequestedPerson {
  /** Null when nobody is known by what was typed. */
  contact: SignInContact | null;
  /** What codes are issued to and looked for under: the contact's id, else one that stands for what was typed. */
  codesOf: string;
  /** What tries are counted under: a person's e-mail and phone share one allowance. */
  countedAs: string;
}

/** Who was typed; whoever is not known has a name of their own that no contact has. */
export async function findRequestedPerson(database: Queries, typed: string): Promise<RequestedPerson> {
  const identifier: Identifier | null = readIdentifier(typed);
  const contact = identifier && (await contactOf(database, identifier));
  if (contact) return { contact, codesOf: contact.id, countedAs: `contact ${contact.id}` };
  const text = identifier?.text ?? typed.trim().toLowerCase();
  const digest = createHash('sha256').update(text).digest('base64url');
  // no id of the feed begins with a line feed
  return { contact: null, codesOf: `\n${digest}`, countedAs: `text ${text}` };
}
