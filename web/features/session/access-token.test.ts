import { contactClaim, limitedRole, rolesClaim } from '@mailcall/contract/identity.ts';
import { expect, test } from 'vitest';
import { readAccessToken } from './access-token.ts';

const token = (claims: unknown) =>
  `header.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

test('reads the expiry in seconds and returns milliseconds', () => {
  expect(readAccessToken(token({ sub: 'contact-1', exp: 1_800_000_000 }))).toEqual({
    contactId: 'contact-1',
    expiresAt: 1_800_000_000_000,
    issuedAt: null,
    roles: [],
    limited: false,
  });
});

test('prefers the contact id claim to the subject', () => {
  expect(readAccessToken(token({ sub: 'auth0|1', exp: 1, [contactClaim]: 'contact-1' }))?.contactId).toBe(
    'contact-1',
  );
});

test.each([
  [[limitedRole], true],
  [['manager', limitedRole], true],
  [limitedRole, true],
  [['manager'], false],
  [[], false],
])('roles %j make a limited session: %s', (roles, limited) => {
  expect(readAccessToken(token({ sub: 'contact-1', exp: 1, [rolesClaim]: roles }))?.limited).toBe(limited);
});

test('decodes base64url and non-ASCII names', () => {
  const sub = 'Zoë ✉ ~~~???>>>';
  expect(readAccessToken(token({ sub, exp: 1 }))?.contactId).toBe(sub);
});

test.each([
  '',
  'opaque',
  'a.b',
  'a.!!!.c',
  token({ sub: 'contact-1' }),
  token({ exp: 1 }),
  token({ sub: '', exp: 1 }),
  token('text'),
  token(null),
])('returns null for %j, which is not a token', (text) => {
  expect(readAccessToken(text)).toBeNull();
});
