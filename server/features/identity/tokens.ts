import { createHash } from 'node:crypto';
import { contactClaim, limitedRole, refreshScope, rolesClaim } from '@mailcall/contract/identity.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { type CryptoKey, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { RememberedValues } from '../../platform/remembered-values.ts';
import type { SignInContact } from './contacts.ts';
import type { StartedSession } from './sessions.ts';
import { importRsaKey, type SigningKeys, signingAlgorithm } from './signing-keys.ts';

export const webClient = 'mailcall-web';
/** The last one requests a refresh token. */
export const scopes = ['openid', 'email', 'profile', refreshScope] as const;

/** RFC 9068, so that no other signed token is accepted as an access token. */
const accessTokenType = 'at+jwt';

const generationClaim = 'refresh_generation';

/** Seconds. */
export const clockSkew = 60;

export interface TokenClaims {
  /** Null if an external issuer signed it. */
  sessionId: string | null;
  contactId: string;
  roles: readonly string[];
  /** Renewal generation; null if an external issuer or an earlier release signed it. */
  generation: number | null;
}

/** Characters of tokens with a cached valid signature; milliseconds. */
const rememberedTokens = { size: 4 * 1024 ** 2, age: minutes(10) };

const claimsSchema = z.object({
  exp: z.number(),
  sub: z.string().min(1),
  sid: z.string().min(1),
  [generationClaim]: z.int().nonnegative().optional(),
  [contactClaim]: z.string().min(1).optional(),
  [rolesClaim]: z.array(z.string()).default([]),
});

interface VerifiedToken {
  claims: TokenClaims;
  kid: string;
  /** Seconds: verification, and expiry with tolerance. */
  since: number;
  until: number;
}

export interface TokenVerifier {
  verify(token: string): Promise<TokenClaims | null>;
}

export class Tokens implements TokenVerifier {
  readonly #keys: SigningKeys;
  readonly #clock: Clock;
  readonly #issuer: string;
  readonly #audience: string;
  readonly #lifetime: number;
  readonly #imported = new Map<string, CryptoKey>();
  /** Verified tokens by hash of the whole token, because verifying a signature is the most expensive check of a request. */
  readonly #verified = new RememberedValues<VerifiedToken>(rememberedTokens);

  constructor(options: {
    keys: SigningKeys;
    clock: Clock;
    issuer: string;
    audience: string;
    accessTokenLifetime: number;
  }) {
    this.#keys = options.keys;
    this.#clock = options.clock;
    this.#issuer = options.issuer;
    this.#audience = options.audience;
    this.#lifetime = options.accessTokenLifetime;
  }

  /** The tokens expire with the session at the latest. `openid` adds an id_token. */
  async issue(contact: SignInContact, session: StartedSession, requestedScopes: readonly string[]) {
    const granted = scopes.filter(
      (scope) => requestedScopes.includes(scope) && (scope !== refreshScope || session.refreshSeed !== null),
    );
    const left = Math.floor((session.expiresAt.getTime() - this.#clock.now().getTime()) / 1000);
    const lifetime = Math.max(1, Math.min(this.#lifetime, left));
    // the session's limit is included as a role, so that services and web app check one thing
    const roles = session.limited ? [...new Set([...contact.roles, limitedRole])] : contact.roles;
    const person = { email: contact.email, [rolesClaim]: roles, [contactClaim]: contact.id, sid: session.id };
    const accessToken = await this.#sign(
      { ...person, azp: webClient, scope: granted.join(' '), [generationClaim]: session.generation },
      { subject: contact.id, lifetime, audience: this.#audience, type: accessTokenType },
    );
    const idToken = granted.includes('openid')
      ? await this.#sign(
          { ...person, name: contact.name, picture: contact.picture },
          { subject: contact.id, lifetime, audience: webClient, type: 'JWT' },
        )
      : undefined;
    return {
      access_token: accessToken,
      token_type: 'Bearer' as const,
      expires_in: lifetime,
      ...(idToken === undefined ? {} : { id_token: idToken }),
      scope: granted.join(' '),
    };
  }

  /** Null if invalid. Checks the signature once, expiry and key each time. */
  async verify(token: string): Promise<TokenClaims | null> {
    const hash = createHash('sha256').update(token).digest('base64url');
    const known = this.#verified.get(hash);
    if (known && (await this.#isStillGood(known))) return known.claims;
    const verified = await this.#verifySignature(token).catch(() => null);
    if (verified) this.#verified.set(hash, verified, token.length);
    return verified?.claims ?? null;
  }

  get #seconds(): number {
    return Math.floor(this.#clock.now().getTime() / 1000);
  }

  /** A time before the verification means that the clock was set back; then nothing is certain. */
  async #isStillGood({ kid, since, until }: VerifiedToken): Promise<boolean> {
    const now = this.#seconds;
    return now >= since && now < until && (await this.#keys.find(kid)) !== null;
  }

  async #verifySignature(token: string): Promise<VerifiedToken> {
    const since = this.#seconds;
    const { payload, protectedHeader } = await jwtVerify(token, (header) => this.#keyOf(header), {
      algorithms: [signingAlgorithm],
      typ: accessTokenType,
      issuer: this.#issuer,
      audience: this.#audience,
      requiredClaims: ['exp', 'iat'],
      clockTolerance: clockSkew,
      currentDate: this.#clock.now(),
    });
    const claims = claimsSchema.parse(payload);
    return {
      claims: {
        sessionId: claims.sid,
        contactId: claims[contactClaim] ?? claims.sub,
        roles: claims[rolesClaim],
        generation: claims[generationClaim] ?? null,
      },
      kid: z.string().parse(protectedHeader.kid),
      since,
      until: claims.exp + clockSkew,
    };
  }

  async #sign(
    claims: Record<string, unknown>,
    to: { subject: string; audience: string; type: string; lifetime: number },
  ): Promise<string> {
    const { kid, key } = await this.#keys.current();
    const now = this.#seconds;
    return new SignJWT(claims)
      .setProtectedHeader({ alg: signingAlgorithm, kid, typ: to.type })
      .setIssuer(this.#issuer)
      .setSubject(to.subject)
      .setAudience(to.audience)
      .setJti(crypto.randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(now + to.lifetime)
      .sign(key);
  }

  async #keyOf({ kid }: JWTHeaderParameters): Promise<CryptoKey> {
    const published = kid === undefined ? null : await this.#keys.find(kid);
    if (!published) throw new Error('No published key has this id.');
    const known = this.#imported.get(published.kid);
    if (known) return known;
    const key = await importRsaKey(published);
    this.#imported.set(published.kid, key);
    return key;
  }
}
