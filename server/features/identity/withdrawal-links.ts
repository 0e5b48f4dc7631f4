import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { hasOldEmail } from './contact-changes.ts';
import type { MessageDependencies } from './message-dependencies.ts';

const payloadSchema = z.tuple([z.string(), z.int()]);

/** What a link "This was not me" names: whose changes it takes back, and those since when. */
export interface Withdrawal {
  contactId: string;
  /** When the link was mailed. */
  since: Date;
}

const macOf = (secret: Uint8Array, payload: string) =>
  createHmac('sha256', secret).update(`withdrawal\0${payload}`).digest('base64url');

/** The token of a link. It is signed, so that nobody can make one, and says nothing that its receiver must not know. */
export function withdrawalToken(secret: Uint8Array, { contactId, since }: Withdrawal): string {
  const payload = Buffer.from(JSON.stringify([contactId, since.getTime()])).toString('base64url');
  return `${payload}.${macOf(secret, payload)}`;
}

/** Reads the token of a link; null when it is not ours. */
export function readWithdrawalToken(secret: Uint8Array, token: string): Withdrawal | null {
  const [payload = '', ...macs] = token.split('.');
  // compared as text, because several texts decode to the same bytes
  const [expected, provided] = [Buffer.from(macOf(secret, payload)), Buffer.from(macs.join('.'))];
  if (provided.length !== expected.length || !timingSafeEqual(provided, expected)) return null;
  const [contactId, since] = payloadSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return { contactId, since: new Date(since) };
}

/** The link for the notice to a contact's email, which takes back changes from now on; null when it may not get one. */
export async function withdrawalUrl(
  { environment, secret }: Pick<MessageDependencies, 'environment' | 'secret'>,
  transaction: Queryable,
  contactId: string,
  now: Date,
): Promise<string | null> {
  if (!(await hasOldEmail(transaction, contactId, now))) return null;
  const token = withdrawalToken(secret, { contactId, since: now });
  return `${environment.publicUrl}/withdraw?${new URLSearchParams({ token }).toString()}`;
}
