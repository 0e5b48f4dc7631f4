import { exportJWK, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { fixedClock } from '../../platform/clock.ts';
import type { PublicKey, SigningKeys } from './signing-keys.ts';
import { Tokens } from './tokens.ts';

const start = new Date('2026-03-18T20:00:00.000Z');
const lifetime = 3600;
const contact = {
  id: 'ann',
  name: 'Ann',
  email: 'ann@people.test',
  phone: null,
  picture: null,
  roles: ['billing'],
  passwordHash: null,
  activatedAt: start,
};

async function verifiedToken() {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwk = await exportJWK(publicKey);
  const published = new Map<string, PublicKey>([
    ['one', { ...jwk, kid: 'one', kty: 'RSA', alg: 'RS256', use: 'sig' }],
  ]);
  const keys: SigningKeys = {
    current: async () => ({ kid: 'one', key: privateKey }),
    published: async () => [...published.values()],
    find: async (kid) => published.get(kid) ?? null,
    rotate: async () => {},
    replace: async () => {},
  };
  const clock = fixedClock(start);
  const options = { keys, clock, audience: 'mailcall', accessTokenLifetime: lifetime };
  const tokens = new Tokens({ ...options, issuer: 'https://mailcall.test/api/identity' });
  const expiresAt = new Date(start.getTime() + 12 * lifetime * 1000);
  const session = { id: 'session', limited: false, expiresAt, refreshSeed: null, generation: 2 };
  const { access_token: token } = await tokens.issue(contact, session, []);
  const claims = await tokens.verify(token);
  expect(claims).toEqual({ sessionId: 'session', contactId: 'ann', roles: ['billing'], generation: 2 });
  return { tokens, token, claims, clock, published };
}

test('refuses a verified token once its key is not published any more', async () => {
  const { tokens, token, claims, published } = await verifiedToken();
  expect(await tokens.verify(token)).toEqual(claims);
  published.clear();
  expect(await tokens.verify(token)).toBeNull();
});

test('refuses a verified token after its expiry and the tolerance', async () => {
  const { tokens, token, claims, clock } = await verifiedToken();
  clock.advance((lifetime + 59) * 1000);
  expect(await tokens.verify(token)).toEqual(claims);
  clock.advance(1000);
  expect(await tokens.verify(token)).toBeNull();
});

test('refuses a token with another signature, header or text after the valid one', async () => {
  const { tokens, token } = await verifiedToken();
  const [header = '', payload = '', signature = ''] = token.split('.');
  const changed = (part: string) => `${part[0] === 'A' ? 'B' : 'A'}${part.slice(1)}`;
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: 'one' })).toString(
    'base64url',
  );
  for (const other of [
    [header, payload, changed(signature)],
    [header, changed(payload), signature],
    [unsigned, payload, ''],
    [header, payload, ''],
  ])
    expect(await tokens.verify(other.join('.'))).toBeNull();
});
