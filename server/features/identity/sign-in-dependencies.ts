import type { tokenRequestSchema } from '@mailcall/contract/identity.ts';
import type { z } from 'zod';
import type { MessageDependencies } from './message-dependencies.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import type { Tokens } from './tokens.ts';

/** A request to the token endpoint. */
export type TokenRequest = z.output<typeof tokenRequestSchema>;

/** The dependencies of signing in. */
export interface SignInDependencies extends MessageDependencies {
  tokens: Tokens;
  refreshTokens: RefreshTokens;
  /** The audience that access tokens are for. */
  audience: string;
}
