import { passwordlessRealms } from '@mailcall/contract/identity.ts';
import { isLinkCode, readSignInCode, refusalOf } from '@mailcall/contract/rules/sign-in-code.ts';
import { findRequestedPerson } from './requested-person.ts';
import { type Connection, signInPurposes } from './passwordless.ts';
import type { SignInDependencies, TokenRequest, TokenRequestOrigin } from './sign-in-dependencies.ts';
import { type FirstStep, type SignedIn, signedIn } from './signed-in.ts';
import { TokenProblem } from './token-problem.ts';

const isConnection = (text: string): text is Connection =>
  (passwordlessRealms as readonly string[]).includes(text);

export async function passwordlessCode(
  dependencies: SignInDependencies,
  request: TokenRequest,
  origin: TokenRequestOrigin,
): Promise<SignedIn | FirstStep> {
  const { address } = origin;
  const { username = '', otp = '', realm = 'email' } = request;
  if (username.trim() === '')
    throw new TokenProblem('invalid_request', 'username: Say the email or phone number.');
  if (otp.trim() === '') throw new TokenProblem('invalid_request', 'otp: A code is required.');
  if (!isConnection(realm))
    throw new TokenProblem('invalid_request', `realm: Use one of ${passwordlessRealms.join(', ')}.`);

  const now = dependencies.clock.now();
  const person = await findRequestedPerson(dependencies.database.kysely, username);
  const ticket = await dependencies.limits.take('code', person.countedAs, address, now);
  const code = readSignInCode(otp);
  const { outcome, judged } = await dependencies.database.transaction(async (transaction) => {
    const used = await dependencies.codes.use(
      transaction,
      {
        contactId: person.codesOf,
        purposes: signInPurposes,
        channel: realm,
        code,
        address,
      },
      now,
    );
    const begun =
      used.state === 'live' && person.contact
        ? await signedIn(transaction, person.contact, realm, { dependencies, request, origin }, now)
        : null;
    return { outcome: begun, judged: used };
  });
  if (!outcome) {
    const { state, purpose, isOver } = judged;
    // the owner of the mailed link guesses nothing
    if (purpose === 'magic link') await ticket.withdraw();
    throw new TokenProblem(
      'invalid_grant',
      // an unknown person was sent no code
      refusalOf(state === 'live' ? 'unknown' : state, { ofLink: isLinkCode(code), isOver }),
    );
  }
  await ticket.succeeded();
  // daily sign-ins check the person and send a code each time
  await dependencies.limits.clearFailures('message', person.countedAs, address);
  await dependencies.limits.clearFailures('check', person.countedAs, address);
  return outcome;
}
