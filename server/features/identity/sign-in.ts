import {
  passwordlessGrant,
  passwordRealmGrant,
  refreshGrant,
  refreshScope,
  type tokenReplySchema,
} from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { z } from 'zod';
import { passwordlessCode } from './code-grant.ts';
import { passwordRealm } from './password-grant.ts';
import type { SignInMeans, TokenRequest } from './sign-in-means.ts';
import { type SignedIn, scopesOf } from './signed-in.ts';
import { TokenProblem } from './token-problem.ts';
import { webClient } from './tokens.ts';

/** What the token endpoint answers, and the refresh token to put into the browser's cookie; null for none. */
export interface TokenOutcome {
  tokens: z.input<typeof tokenReplySchema>;
  refresh: { token: string; until: Date } | null;
}

/** Where a request to the token endpoint comes from. */
export interface TokenRequestOrigin {
  /** Network address. */
  address: string;
  /** The refresh token in its cookie; null without one. */
  refreshToken: string | null;
}

type Grant = (means: SignInMeans, asked: TokenRequest, address: string) => Promise<SignedIn>;

/** The grants that begin a session, by their names on the wire. A grant decides who asks, `signIn` does the rest. */
const grants: Readonly<Record<string, Grant>> = {
  [passwordRealmGrant]: passwordRealm,
  [passwordlessGrant]: passwordlessCode,
};

/** The names of the grants that are spoken. */
export const grantTypes = [...Object.keys(grants), refreshGrant];

/**
 * Answers the token endpoint: checks client and audience, then asks the grant. A browser that signs in anew ends the
 * session that its cookie renewed.
 * @throws {TokenProblem} in OAuth's words, and a 429 Problem after too many tries.
 */
export async function signIn(
  means: SignInMeans,
  asked: TokenRequest,
  origin: TokenRequestOrigin,
): Promise<TokenOutcome> {
  if (!grantTypes.includes(asked.grant_type))
    throw new TokenProblem('unsupported_grant_type', `Use one of the grants ${grantTypes.join(', ')}.`);
  if (asked.client_id !== webClient)
    throw new TokenProblem('invalid_client', 'This client is not known here.');
  if (asked.audience !== means.audience)
    throw new TokenProblem('invalid_request', `audience: Use ${means.audience}.`);
  const grant = Object.hasOwn(grants, asked.grant_type) ? grants[asked.grant_type] : undefined;
  return grant ? begin(means, grant, asked, origin) : renew(means, asked, origin.refreshToken);
}

async function begin(
  means: SignInMeans,
  grant: Grant,
  asked: TokenRequest,
  { address, refreshToken }: TokenRequestOrigin,
): Promise<TokenOutcome> {
  const { contact, session } = await grant(means, asked, address);
  if (refreshToken !== null) await means.refreshTokens.end(means.database, refreshToken, means.clock.now());
  const first = means.refreshTokens.first(session);
  return {
    tokens: await means.tokens.issue(contact, session, scopesOf(asked)),
    refresh: first === null ? null : { token: first, until: session.expiresAt },
  };
}

async function renew(
  means: SignInMeans,
  asked: TokenRequest,
  refreshToken: string | null,
): Promise<TokenOutcome> {
  const renewed =
    refreshToken === null
      ? null
      : await means.refreshTokens.renew(means.database, refreshToken, means.clock.now());
  if (!renewed) throw new TokenProblem('invalid_grant', messages.loggedOut);
  const { contact, session, refreshToken: token } = renewed;
  return {
    tokens: await means.tokens.issue(contact, session, [...scopesOf(asked), refreshScope]),
    refresh: { token, until: session.expiresAt },
  };
}
