import { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { textSigner } from '../../platform/signed-texts.ts';
import type { Brand } from '../brands/index.ts';
import { hasOldEmail } from './contact-changes.ts';
import type { MessageDependencies } from './message-dependencies.ts';

const payloadSchema = z.tuple([z.string(), z.int()]);

export interface Withdrawal {
  contactId: string;
  since: Date;
}

const signerOf = (secret: Uint8Array) => textSigner(secret, 'withdrawal\0');

/** Reveals nothing that its receiver must not know. */
export function withdrawalToken(secret: Uint8Array, { contactId, since }: Withdrawal): string {
  const payload = Buffer.from(JSON.stringify([contactId, since.getTime()])).toString('base64url');
  return signerOf(secret).sign(payload);
}

/** Null if invalid. */
export function readWithdrawalToken(secret: Uint8Array, token: string): Withdrawal | null {
  const payload = signerOf(secret).read(token);
  if (payload === null) return null;
  const [contactId, since] = payloadSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return { contactId, since: new Date(since) };
}

/** Null if the contact's email may not get a link. */
export async function withdrawalUrl(
  { secret }: Pick<MessageDependencies, 'secret'>,
  transaction: Queryable,
  { brand, contactId, now }: { brand: Brand; contactId: string; now: Date },
): Promise<string | null> {
  if (!(await hasOldEmail(transaction, contactId, now))) return null;
  const token = withdrawalToken(secret, { contactId, since: now });
  return `${brand.publicUrl}/withdraw?${new URLSearchParams({ token }).toString()}`;
}
