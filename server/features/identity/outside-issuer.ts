import { contactClaim, rolesClaim } from '@mailcall/contract/identity.ts';
import { createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { signingAlgorithm } from './signing-keys.ts';
import { clockSkew, type TokenClaims, type TokenVerifier } from './tokens.ts';

const claimsSchema = z.object({
  sub: z.string().min(1),
  [contactClaim]: z.string().min(1).optional(),
  [rolesClaim]: z.array(z.string()).default([]),
});

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

/** Milliseconds in which the issuer has to answer. */
const requestTimeout = 10_000;

/**
 * Verifies the access tokens of an outside issuer by the keys that it publishes. They have no session here: they are good
 * until they end, and the person's roles and accounts are the record's at each request.
 */
export class OutsideIssuer implements TokenVerifier {
  readonly #issuer: string;
  readonly #audience: string;
  readonly #clock: Clock;
  #keys: Promise<JWTVerifyGetKey> | null = null;

  constructor(options: { issuer: string; audience: string; clock: Clock }) {
    this.#issuer = options.issuer;
    this.#audience = options.audience;
    this.#clock = options.clock;
  }

  /**
   * What a token says when the issuer signed it, for this audience, and it has not ended; null otherwise.
   * @throws {Error} when the issuer's keys cannot be fetched.
   */
  async verify(token: string): Promise<TokenClaims | null> {
    this.#keys ??= this.#discover();
    const keys = await this.#keys.catch((error: unknown) => {
      this.#keys = null;
      throw error;
    });
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: [signingAlgorithm],
        issuer: this.#issuer,
        audience: this.#audience,
        requiredClaims: ['exp', 'iat'],
        clockTolerance: clockSkew,
        currentDate: this.#clock.now(),
      });
      const claims = claimsSchema.parse(payload);
      const contactId = claims[contactClaim] ?? claims.sub;
      return { sessionId: null, contactId, roles: claims[rolesClaim], generation: null };
    } catch {
      return null;
    }
  }

  async #discover(): Promise<JWTVerifyGetKey> {
    const base = this.#issuer.replace(/\/$/, '');
    const answer = await fetch(`${base}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(requestTimeout),
    });
    const { issuer, jwks_uri } = discoverySchema.parse(await answer.json());
    if (issuer !== this.#issuer)
      throw new Error(`IDENTITY_ISSUER is ${this.#issuer}, but calls itself ${issuer}.`);
    return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: requestTimeout });
  }
}
