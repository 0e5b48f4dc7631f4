import { contactClaim, limitedRole, passwordRealmGrant, rolesClaim } from '@mailcall/contract/identity.ts';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addPerson, bearer, signInAs, testApp, testPassword } from '../../../tests/support/test-app.ts';
import { hashPassword, isOutdated } from './passwords.ts';

const here = testApp();
const wrong = { error: 'invalid_grant', error_description: 'Invalid email/password combination' };

beforeAll(async () => {
  const { database } = here;
  await addPerson(database, { id: 'olga', email: 'Olga@People.test', phone: '+12025550101' });
  await addPerson(database, { id: 'twin-one', phone: '+12025550102' });
  await addPerson(database, { id: 'twin-two', phone: '+12025550102' });
  await addPerson(database, { id: 'lim', roles: [limitedRole] });
  await addPerson(database, { id: 'newcomer', password: false });
  await addPerson(database, { id: 'gone' });
  await database.kysely.updateTable('contacts').set({ deleted: true }).where('id', '=', 'gone').execute();
});

// attempts of one test must not delay the next
beforeEach(() => here.clock.advance(2 * 24 * 60 * 60 * 1000));

const ask = (payload: object | string, headers: Record<string, string> = {}) =>
  here.app.http.inject({ method: 'POST', url: '/api/identity/oauth/token', payload, headers });
const asked = <Fields extends Record<string, unknown>>(fields: Fields) => ({
  grant_type: passwordRealmGrant,
  realm: 'password',
  client_id: 'mailcall-web',
  audience: 'mailcall',
  username: 'olga@people.test',
  password: testPassword,
  ...fields,
});

test('exchanges a password for tokens that the published keys verify', async () => {
  const answer = await ask(asked({ scope: 'openid email profile offline_access' }));
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  const tokens = answer.json<{
    access_token: string;
    id_token: string;
    token_type: string;
    expires_in: number;
    scope: string;
  }>();
  expect(tokens).toMatchObject({
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'openid email profile offline_access',
  });

  const discovery = await here.app.http.inject({ url: '/api/identity/.well-known/openid-configuration' });
  const { issuer, jwks_uri } = discovery.json<{ issuer: string; jwks_uri: string }>();
  const keys = await here.app.http.inject({ url: new URL(jwks_uri).pathname });
  expect(keys.headers['cache-control']).toBe('public, max-age=600');
  const { payload, protectedHeader } = await jwtVerify(
    tokens.access_token,
    createLocalJWKSet(keys.json<JSONWebKeySet>()),
    {
      issuer,
      audience: 'mailcall',
      currentDate: here.clock.now(),
    },
  );
  expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'at+jwt', kid: expect.any(String) as string });
  expect(payload).toMatchObject({
    sub: 'olga',
    email: 'Olga@People.test',
    [rolesClaim]: [],
    [contactClaim]: 'olga',
    sid: expect.any(String) as string,
  });
  expect(payload.exp).toBe(Math.floor(here.clock.now().getTime() / 1000) + 3600);
  expect(decodeJwt(tokens.id_token)).toMatchObject({ aud: 'mailcall-web', name: 'Person olga', sub: 'olga' });
});

test('does not accept an id_token as access token', async () => {
  const tokens = (await ask(asked({}))).json<{ id_token: string }>();
  const answer = await here.app.http.inject({
    url: '/api/identity/userinfo',
    headers: bearer(tokens.id_token),
  });
  expect(answer.statusCode).toBe(401);
});

test('issues no id_token without the openid scope', async () => {
  expect((await ask(asked({ scope: 'email' }))).json()).not.toHaveProperty('id_token');
});

test('accepts a form like JSON', async () => {
  const form = new URLSearchParams(asked({})).toString();
  expect((await ask(form, { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(200);
});

test.each([
  ['an email in capitals', 'OLGA@PEOPLE.TEST'],
  ['an email with spaces around it', '  olga@people.test '],
  ['a phone as people write it', '(202) 555-0101'],
  ['a phone in its normal form', '+12025550101'],
])('%s identifies the person', async (_, username) => {
  expect((await ask(asked({ username }))).statusCode).toBe(200);
});

test.each([
  ['a wrong password', { password: 'Wrong-Horse-1' }],
  ['an unknown email', { username: 'nobody@people.test' }],
  ['an unknown phone', { username: '2025550199' }],
  ['a phone that two contacts share', { username: '2025550102' }],
  ['neither email nor phone', { username: 'olga' }],
  ['somebody who has no password yet', { username: 'newcomer@people.test' }],
  ['somebody who was removed', { username: 'gone@people.test' }],
  ['a wrong password in the limited realm', { realm: 'limited-access', password: 'Wrong-Horse-1' }],
])('%s gets the same response', async (_, fields) => {
  const answer = await ask(asked(fields));
  expect([answer.statusCode, answer.json()]).toEqual([400, wrong]);
});

test.each<[string, object | string, Record<string, string>, number, object]>([
  [
    'no grant',
    { username: 'olga@people.test' },
    {},
    400,
    { error: 'invalid_request', error_description: 'grant_type: Say which grant is asked for.' },
  ],
  ['an unknown grant', asked({ grant_type: 'implicit' }), {}, 400, { error: 'unsupported_grant_type' }],
  [
    'a grant named like a property of every object',
    asked({ grant_type: 'constructor' }),
    {},
    400,
    { error: 'unsupported_grant_type' },
  ],
  ['an unknown client', asked({ client_id: 'other' }), {}, 401, { error: 'invalid_client' }],
  [
    'another audience',
    asked({ audience: 'other' }),
    {},
    400,
    { error: 'invalid_request', error_description: 'audience: Use mailcall.' },
  ],
  [
    'an unknown realm',
    asked({ realm: 'other' }),
    {},
    400,
    { error: 'invalid_request', error_description: 'realm: Use one of password, limited-access.' },
  ],
  ['no username', asked({ username: ' ' }), {}, 400, { error: 'invalid_request' }],
  ['no password', asked({ password: undefined }), {}, 400, { error: 'invalid_request' }],
  ['a password that is no text', asked({ password: { a: 1 } }), {}, 400, { error: 'invalid_request' }],
  [
    'broken JSON',
    '{"grant_type":',
    { 'content-type': 'application/json' },
    400,
    { error: 'invalid_request' },
  ],
  ['another kind of body', '<grant/>', { 'content-type': 'text/xml' }, 415, { error: 'invalid_request' }],
])('%s gets the error that OAuth defines', async (_, payload, headers, status, body) => {
  const answer = await ask(payload, headers);
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject(body);
  expect(Object.keys(answer.json<object>()).sort()).toEqual(['error', 'error_description']);
});

test('makes the correct password wait after too many wrong ones', async () => {
  for (let tries = 0; tries < 5; tries += 1)
    expect((await ask(asked({ password: 'Wrong-Horse-1' }))).statusCode).toBe(400);
  const answer = await ask(asked({}));
  expect(answer.statusCode).toBe(429);
  expect(answer.headers['retry-after']).toBe('30');
  expect(answer.json()).toEqual({
    error: 'too_many_attempts',
    error_description: 'Too many attempts. Please try again in 30 seconds.',
  });
  expect((await ask(asked({ username: '2025550101' }))).statusCode).toBe(429);
  here.clock.advance(30_000);
  expect((await ask(asked({}))).statusCode).toBe(200);
  expect((await ask(asked({ password: 'Wrong-Horse-1' }))).statusCode).toBe(400);
});

test('makes an unknown person wait like a known one', async () => {
  const unknown = asked({ username: 'nobody@people.test' });
  for (let tries = 0; tries < 5; tries += 1) expect((await ask(unknown)).statusCode).toBe(400);
  expect((await ask(unknown)).statusCode).toBe(429);
});

test('takes the same time for known and unknown people', async () => {
  const usernames = {
    known: () => 'olga@people.test',
    unknown: (index: number) => `nobody-${index}@people.test`,
    withoutPassword: () => 'newcomer@people.test',
  };
  const fastest = { known: Infinity, unknown: Infinity, withoutPassword: Infinity };
  // alternating, minimum processor time of each, so that other work of the machine does not count
  for (let index = 0; index < 15; index += 1) {
    for (const kind of ['known', 'unknown', 'withoutPassword'] as const) {
      here.clock.advance(2 * 24 * 60 * 60 * 1000);
      const before = process.cpuUsage();
      await ask(asked({ username: usernames[kind](index), password: 'Wrong-Horse-1' }));
      const { user, system } = process.cpuUsage(before);
      fastest[kind] = Math.min(fastest[kind], user + system);
    }
  }
  // hashing costs many times the rest, so without it the ratio would be small
  for (const kind of ['unknown', 'withoutPassword'] as const) {
    expect(fastest[kind] / fastest.known).toBeGreaterThan(0.6);
    expect(fastest[kind] / fastest.known).toBeLessThan(1.7);
  }
});

test('limits by the limited realm and role and says so in the token', async () => {
  for (const token of [
    await signInAs(here, 'olga@people.test', { realm: 'limited-access' }),
    await signInAs(here, 'lim@people.test'),
  ]) {
    expect(decodeJwt(token)[rolesClaim]).toEqual([limitedRole]);
  }
  expect(decodeJwt(await signInAs(here, 'olga@people.test'))[rolesClaim]).toEqual([]);
});

test('starts a separate session for each sign-in', async () => {
  const sids = [await signInAs(here, 'olga@people.test'), await signInAs(here, 'olga@people.test')].map(
    (token) => decodeJwt(token)['sid'],
  );
  expect(new Set(sids).size).toBe(2);
  expect(decodeProtectedHeader(await signInAs(here, 'olga@people.test')).kid).toEqual(expect.any(String));
});

test('replaces a hash of lower cost at sign-in', async () => {
  const { hash } = await import('@node-rs/argon2');
  const weak = await hash(testPassword, { memoryCost: 8192, timeCost: 1 });
  await here.database.kysely
    .updateTable('contacts')
    .set({ password_hash: weak })
    .where('id', '=', 'twin-one')
    .execute();
  await signInAs(here, 'twin-one@people.test');
  const { password_hash } = await here.database.kysely
    .selectFrom('contacts')
    .select('password_hash')
    .where('id', '=', 'twin-one')
    .executeTakeFirstOrThrow();
  expect(isOutdated(password_hash as string)).toBe(false);
  expect(isOutdated(await hashPassword('x'))).toBe(false);
  await signInAs(here, 'twin-one@people.test');
});
