import { contactClaim, limitedRole, rolesClaim } from '@mailcall/contract/identity.ts';
import * as z from 'zod/mini';

const rolesSchema = z.union([
  z.array(z.string()),
  z.pipe(
    z.string(),
    z.transform((role: string) => [role]),
  ),
]);

export function readRoles(value: unknown): string[] | null {
  const roles = rolesSchema.safeParse(value);
  return roles.success ? roles.data : null;
}

const claimsSchema = z.object({
  sub: z.string().check(z.minLength(1)),
  /** Seconds since 1970. */
  exp: z.number().check(z.positive()),
  /** Seconds since 1970. */
  iat: z.optional(z.number().check(z.positive())),
  [contactClaim]: z.optional(z.string().check(z.minLength(1))),
  [rolesClaim]: z.optional(rolesSchema),
});

export interface TokenFacts {
  contactId: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** Milliseconds since 1970; null if missing. */
  issuedAt: number | null;
  roles: string[];
  /** Limited access: our issuer adds the role to every limited session's token. */
  limited: boolean;
}

function payloadOf(token: string): unknown {
  const part = token.split('.')[1] ?? '';
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

/** Parses an access token; null if invalid. The server checks the signature; here only the display depends on it. */
export function readAccessToken(token: string): TokenFacts | null {
  try {
    const claims = claimsSchema.parse(payloadOf(token));
    const roles = claims[rolesClaim] ?? [];
    return {
      contactId: claims[contactClaim] ?? claims.sub,
      expiresAt: claims.exp * 1000,
      issuedAt: claims.iat === undefined ? null : claims.iat * 1000,
      roles,
      limited: roles.includes(limitedRole),
    };
  } catch {
    return null;
  }
}
