import type { tokenRequestSchema } from '@mailcall/contract/identity.ts';
import type { z } from 'zod';
import type { Environment } from '../../platform/env.ts';
import type { MessageDependencies } from './message-dependencies.ts';
import type { PasskeySite } from './passkey-site.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import type { SessionPlace } from './session-place.ts';
import type { Tokens } from './tokens.ts';

/** A request to the token endpoint. */
export type TokenRequest = z.output<typeof tokenRequestSchema>;

/** The dependencies of signing in. */
export interface SignInDependencies extends MessageDependencies {
  environment: MessageDependencies['environment'] &
    Pick<Environment, 'identityIssuer' | 'requireSecondFactor'>;
  tokens: Tokens;
  refreshTokens: RefreshTokens;
  /** The audience that access tokens are for. */
  audience: string;
  /** Where passkeys work; null where they are off. */
  site: PasskeySite | null;
}

/** Where a request to the token endpoint comes from. */
export interface TokenRequestOrigin {
  /** Network address. */
  address: string;
  /** What the session stores of it. */
  place: SessionPlace;
  /** The challenge for a passkey that its browser has got; null without one. */
  passkeyChallenge: Buffer | null;
  /** The token of its remembered browser; null without one. */
  browserToken: string | null;
  /** The refresh token in its cookie; null without one. */
  refreshToken: string | null;
}
