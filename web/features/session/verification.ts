import { checkUser, startPasswordless } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { z } from 'zod';
import { CallFailed, call } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import { type Connection, failure } from './sign-in.ts';

const storageKey = 'mailcall.verification';

const verificationSchema = z.object({
  connection: z.enum(['email', 'sms']),
  /** The e-mail address, or the phone number in its normal form. */
  identifier: z.string(),
});
/** A link or code that was sent and is waited for. */
export type Verification = z.infer<typeof verificationSchema>;

/** What this tab waits for, also after a reload; null when nothing was sent. */
export function awaitedVerification(): Verification | null {
  try {
    return verificationSchema.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return null;
  }
}

/** Forgets what was waited for. */
export function forgetVerification(): void {
  sessionStorage.removeItem(storageKey);
}

/** How a code comes to an identifier: what has no at-sign is a phone number (spec 1 §5). */
const connectionOf = (identifier: string): Connection => (identifier.includes('@') ? 'email' : 'sms');

/**
 * Sends a link or code (spec 1 §4.2). Someone unknown is told the same as everybody else; too many tries and no
 * connection speak for themselves.
 * @throws {CallFailed} with the message for the form.
 */
export async function sendVerification(identifier: string): Promise<Verification> {
  const connection = connectionOf(identifier);
  const known = connection === 'sms' || (await isKnown(identifier));
  if (known) {
    await call(startPasswordless, {
      body: {
        client_id: config().signIn.clientId,
        connection,
        send: 'link',
        ...(connection === 'email' ? { email: identifier } : { phoneNumber: identifier }),
      },
    }).catch((error: unknown) => {
      throw failure(error, messages.codeNotSent);
    });
  }
  const verification: Verification = { connection, identifier };
  sessionStorage.setItem(storageKey, JSON.stringify(verification));
  return verification;
}

async function isKnown(email: string): Promise<boolean> {
  try {
    await call(checkUser, { body: { email } });
    return true;
  } catch (error) {
    if (error instanceof CallFailed && error.status === 404) return false;
    throw failure(error, messages.codeNotSent);
  }
}
