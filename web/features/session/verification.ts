import { checkUser, startPasswordless } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { CallFailed, call } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import {
  type Connection,
  rememberRequest,
  storeVerification,
  type Verification,
} from './awaited-verification.ts';
import { failure } from './sign-in.ts';

/** Channel for an identifier; without an at sign it is a phone number. */
const connectionOf = (identifier: string): Connection => (identifier.includes('@') ? 'email' : 'sms');

/** Sends a link or code. Unknown people get the same response and no message. */
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
  if (connection === 'email') rememberRequest(identifier);
  const verification: Verification = { connection, identifier };
  storeVerification(verification);
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
