import { contactClaim, rolesClaim } from '@mailcall/contract/identity.ts';
import { seconds } from '@mailcall/contract/time/durations.ts';
import { createRemoteJWKSet, customFetch, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { RefusedConnection, statusProblem } from '../../platform/connection-problem.ts';
import { readAnswer, requestOutside } from '../../platform/outside-requests.ts';
import { signingAlgorithm } from './signing-keys.ts';
import { clockSkew, type TokenClaims, type TokenVerifier } from './tokens.ts';

const claimsSchema = z.object({
  sub: z.string().min(1),
  [contactClaim]: z.string().min(1).optional(),
  [rolesClaim]: z.array(z.string()).default([]),
});

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

const requestTimeout = seconds(10);
/** Bytes; keys have a few thousand. */
const longestAnswer = 1024 * 1024;

/** An operator has named the issuer, so it may be in a private network. @throws {Error} for another status than 200 */
async function ask(address: string, signal: AbortSignal): Promise<Response> {
  const url = new URL(address);
  const answer = await requestOutside({ url, signal, namedOrigins: [url.origin] });
  if (answer.statusCode !== 200) {
    answer.destroy();
    throw new RefusedConnection(statusProblem(answer.statusCode ?? 0));
  }
  return new Response(await readAnswer(answer, longestAnswer));
}

/** External tokens have no session here and are valid until they expire; roles and accounts come from the record at each request. */
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

  /** Null if the signature, audience or expiry is not valid. @throws {Error} if the issuer's keys cannot be fetched */
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
    const signal = AbortSignal.timeout(requestTimeout);
    const answer = await ask(`${base}/.well-known/openid-configuration`, signal);
    const { issuer, jwks_uri } = discoverySchema.parse(await answer.json());
    if (issuer !== this.#issuer)
      throw new Error(`IDENTITY_ISSUER is ${this.#issuer}, but calls itself ${issuer}.`);
    return createRemoteJWKSet(new URL(jwks_uri), {
      timeoutDuration: requestTimeout,
      [customFetch]: (url, { signal: limit }) => ask(url, limit),
    });
  }
}
