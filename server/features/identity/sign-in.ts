import {
  passwordlessGrant,
  passwordRealmGrant,
  refreshGrant,
  refreshScope,
  type tokenReplySchema,
} from '@mailcall/contract/identity.ts';
import { passkeyGrant } from '@mailcall/contract/passkeys.ts';
import { mfaOobGrant, mfaRecoveryCodeGrant } from '@mailcall/contract/second-factor.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { z } from 'zod';
import { passwordlessCode } from './code-grant.ts';
import { passkeySignIn } from './passkey-grant.ts';
import { passwordRealm } from './password-grant.ts';
import type { SignInDependencies, TokenRequest, TokenRequestOrigin } from './sign-in-dependencies.ts';
import { codeStep, recoveryStep } from './second-step-grants.ts';
import { type FirstStep, type SignedIn, scopesOf } from './signed-in.ts';
import { SecondStepRequired, TokenProblem } from './token-problem.ts';
import { webClient } from './tokens.ts';

export interface TokenOutcome {
  tokens: z.input<typeof tokenReplySchema>;
  refresh: { token: string; until: Date } | null;
  /** Null unless the browser is remembered from now on. */
  browserToken: string | null;
}

type Grant = (
  dependencies: SignInDependencies,
  request: TokenRequest,
  origin: TokenRequestOrigin,
) => Promise<SignedIn | FirstStep>;

const grants: Readonly<Record<string, Grant>> = {
  [passwordRealmGrant]: passwordRealm,
  [passwordlessGrant]: passwordlessCode,
  [passkeyGrant]: passkeySignIn,
  [mfaOobGrant]: codeStep,
  [mfaRecoveryCodeGrant]: recoveryStep,
};

export const grantTypes = [...Object.keys(grants), refreshGrant];

/** Ends the session of the browser's cookie. @throws {TokenProblem} by OAuth, such as `mfa_required`, and {Problem} 429 */
export async function signIn(
  dependencies: SignInDependencies,
  request: TokenRequest,
  origin: TokenRequestOrigin,
): Promise<TokenOutcome> {
  if (!grantTypes.includes(request.grant_type))
    throw new TokenProblem('unsupported_grant_type', `Use one of the grants ${grantTypes.join(', ')}.`);
  if (request.client_id !== webClient)
    throw new TokenProblem('invalid_client', 'This client is not known here.');
  if (request.audience !== dependencies.audience)
    throw new TokenProblem('invalid_request', `audience: Use ${dependencies.audience}.`);
  const grant = Object.hasOwn(grants, request.grant_type) ? grants[request.grant_type] : undefined;
  return grant
    ? begin(dependencies, grant, request, origin)
    : renew(dependencies, request, origin.refreshToken);
}

async function begin(
  dependencies: SignInDependencies,
  grant: Grant,
  request: TokenRequest,
  origin: TokenRequestOrigin,
): Promise<TokenOutcome> {
  const outcome = await grant(dependencies, request, origin);
  if ('neededStep' in outcome) throw new SecondStepRequired(outcome.neededStep);
  const { contact, session, browserToken } = outcome;
  const { refreshToken } = origin;
  if (refreshToken !== null)
    await dependencies.refreshTokens.end(dependencies.database, refreshToken, dependencies.clock.now());
  const first = dependencies.refreshTokens.first(session);
  return {
    tokens: await dependencies.tokens.issue(contact, session, scopesOf(request)),
    refresh: first === null ? null : { token: first, until: session.expiresAt },
    browserToken,
  };
}

async function renew(
  dependencies: SignInDependencies,
  request: TokenRequest,
  refreshToken: string | null,
): Promise<TokenOutcome> {
  const renewed =
    refreshToken === null
      ? null
      : await dependencies.refreshTokens.renew(dependencies.database, refreshToken, dependencies.clock.now());
  if (!renewed) throw new TokenProblem('invalid_grant', messages.loggedOut);
  const { contact, session, refreshToken: token } = renewed;
  return {
    tokens: await dependencies.tokens.issue(contact, session, [...scopesOf(request), refreshScope]),
    refresh: { token, until: session.expiresAt },
    browserToken: null,
  };
}
