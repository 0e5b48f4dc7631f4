import type { tokenRequestSchema } from '@mailcall/contract/identity.ts';
import type { z } from 'zod';
import type { Environment } from '../../platform/env.ts';
import type { MessageDependencies } from './message-dependencies.ts';
import type { SiteAt } from './passkey-site.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import type { SessionPlace } from './session-place.ts';
import type { Tokens } from './tokens.ts';

export type TokenRequest = z.output<typeof tokenRequestSchema>;

export interface SignInDependencies extends MessageDependencies {
  environment: MessageDependencies['environment'] &
    Pick<Environment, 'identityIssuer' | 'requireSecondFactor'>;
  tokens: Tokens;
  refreshTokens: RefreshTokens;
  audience: string;
  siteAt: SiteAt;
}

export interface TokenRequestOrigin {
  address: string;
  host: string;
  place: SessionPlace;
  passkeyChallenge: Buffer | null;
  browserToken: string | null;
  refreshToken: string | null;
}
