import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { hasOldEmail } from './contact-changes.ts';
import type { MessageDependencies } from './message-dependencies.ts';

const payloadSchema = z.tuple([z.string(), z.int()]);

/** Contact and start of the changes that a link "This was not me" undoes. */
export interface Withdrawal {
  contactId: string;
  since: Date;
}

const macOf = (secret: Uint8Array, payload: string) =>
  createHmac('sha256', secret).update(`withdrawal\0${payload}`).digest('base64url');

/** Signed token of a link; reveals nothing that its receiver must not know. */
export function withdrawalToken(secret: Uint8Array, { contactId, since }: Withdrawal): string {
  const payload = Buffer.from(JSON.stringify([contactId, since.getTime()])).toString('base64url');
  return `${payload}.${macOf(secret, payload)}`;
}

/** Parses a link's token; null if it is invalid. */
export function readWithdrawalToken(secret: Uint8Array, token: string): Withdrawal | null {
  const [payload = '', ...macs] = token.split('.');
  // compared as text, because several texts decode to the same bytes
  const [expected, provided] = [Buffer.from(macOf(secret, payload)), Buffer.from(macs.join('.'))];
  if (provided.length !== expected.length || !timingSafeEqual(provided, expected)) return null;
  const [contactId, since] = payloadSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return { contactId, since: new Date(since) };
}

/** Link in a notice to a contact's email, which undoes later changes; null if the email may not get one. */
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
