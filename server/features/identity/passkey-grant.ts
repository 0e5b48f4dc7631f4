import { authenticationResponseSchema } from '@mailcall/contract/passkeys.ts';
import { passkeyMessages } from '@mailcall/contract/rules/passkeys.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { contactById } from './contacts.ts';
import { useChallenge } from './passkey-challenges.ts';
import type { PasskeySite } from './passkey-site.ts';
import { userHandleOf, webAuthn } from './passkeys.ts';
import type { SignInDependencies, TokenRequest, TokenRequestOrigin } from './sign-in-dependencies.ts';
import { type FirstStep, type SignedIn, signedIn } from './signed-in.ts';
import { TokenProblem } from './token-problem.ts';

type PasskeyResponse = z.output<typeof authenticationResponseSchema>;

interface StoredPasskey {
  contactId: string;
  publicKey: Buffer;
  counter: string;
  transports: string[];
}

const refused = () => new TokenProblem('invalid_grant', passkeyMessages.passkeyRefused);

function readResponse(text: string | undefined): PasskeyResponse {
  try {
    return authenticationResponseSchema.parse(JSON.parse(text ?? ''));
  } catch {
    throw new TokenProblem('invalid_request', 'passkey: Send the response of the browser as JSON.');
  }
}

/** Every error gets the same refusal. A decreasing counter means a copy and is refused. */
export async function passkeySignIn(
  dependencies: SignInDependencies,
  request: TokenRequest,
  origin: TokenRequestOrigin,
): Promise<SignedIn | FirstStep> {
  const { clock, database, limits, secret } = dependencies;
  const site = dependencies.siteAt(origin.host);
  if (!site) throw new TokenProblem('unsupported_grant_type', 'This portal has no passkeys.');
  const response = readResponse(request.passkey);
  const now = clock.now();
  const ticket = await limits.take('passkey', `passkey ${response.id}`, origin.address, now);
  const challenge = origin.passkeyChallenge;
  if (!challenge || !(await useChallenge(database.kysely, challenge, now))) throw refused();
  const { rows } = await sql<StoredPasskey>`
    select contact_id as "contactId", public_key as "publicKey", counter::text as counter, transports
    from passkeys where id = ${response.id}`.execute(database.kysely);
  const [stored] = rows;
  const handle = stored && userHandleOf(secret, stored.contactId).toString('base64url');
  if (!stored || response.response.userHandle !== handle) throw refused();
  const { counter, backedUp } = await verify(response, { stored, challenge, site });
  const outcome = await database.transaction(async (transaction) => {
    const used = await sql`
      update passkeys set counter = ${counter}, backed_up = ${backedUp}, last_used_at = ${now}
      where id = ${response.id} and counter = ${stored.counter}::bigint returning 1`.execute(transaction);
    const contact = await contactById(transaction, stored.contactId);
    if (used.rows.length === 0 || !contact) return null;
    return signedIn(transaction, contact, 'passkey', { dependencies, request, origin }, now);
  });
  if (!outcome) throw refused();
  await ticket.succeeded();
  return outcome;
}

async function verify(
  response: PasskeyResponse,
  { stored, challenge, site }: { stored: StoredPasskey; challenge: Buffer; site: PasskeySite },
): Promise<{ counter: number; backedUp: boolean }> {
  const { verifyAuthenticationResponse } = await webAuthn();
  const result = await verifyAuthenticationResponse({
    response: response,
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(stored.publicKey),
      counter: Number(stored.counter),
    },
  }).catch(() => null);
  if (!result?.verified) throw refused();
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  return { counter: newCounter, backedUp: credentialBackedUp };
}
