import { passwordlessRealms } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { readSignInCode } from '@mailcall/contract/rules/sign-in-code.ts';
import { askedPerson } from './asked-person.ts';
import { type Connection, signInPurposes } from './passwordless.ts';
import type { SignInMeans, TokenRequest } from './sign-in-means.ts';
import { type SignedIn, signedIn } from './signed-in.ts';
import { TokenProblem } from './token-problem.ts';

const isConnection = (text: string): text is Connection =>
  (passwordlessRealms as readonly string[]).includes(text);

/** Sign-in by a mailed or texted code, or by the code in a magic link: it is used up as the session begins. */
export async function passwordlessCode(
  means: SignInMeans,
  asked: TokenRequest,
  address: string,
): Promise<SignedIn> {
  const { username = '', otp = '', realm = 'email' } = asked;
  if (username.trim() === '')
    throw new TokenProblem('invalid_request', 'username: Say the e-mail or phone number.');
  if (otp.trim() === '') throw new TokenProblem('invalid_request', 'otp: A code is required.');
  if (!isConnection(realm))
    throw new TokenProblem('invalid_request', `realm: Use one of ${passwordlessRealms.join(', ')}.`);

  const now = means.clock.now();
  const person = await askedPerson(means.database.kysely, username);
  const ticket = await means.limits.take('code', person.countedAs, address, now);
  const begun = await means.database.transaction(async (transaction) => {
    const { state } = await means.codes.use(
      transaction,
      { contactId: person.codesOf, purposes: signInPurposes, channel: realm, code: readSignInCode(otp) },
      now,
    );
    if (state !== 'live' || !person.contact) return null;
    return signedIn(transaction, person.contact, realm, asked, now);
  });
  if (!begun) throw new TokenProblem('invalid_grant', messages.wrongCode);
  await ticket.succeeded();
  // whoever signs in so each day asks who they are and has a code sent each day
  await means.limits.forgive('message', person.countedAs, address);
  await means.limits.forgive('check', person.countedAs, address);
  return begun;
}
