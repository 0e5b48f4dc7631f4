import { contactClaim, passwordRealmGrant, rolesClaim } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../../tests/support/start-server.ts';
import { addAccounts, addPerson, bearer, testPassword } from '../../../tests/support/test-app.ts';

let issuer: TestServer;
let portal: TestServer;
let foreignKey: Awaited<ReturnType<typeof generateKeyPair>>;
/** Holds the issuer's address: PUBLIC_URL must be known before the issuer listens. */
let front: Server;
let issuerUrl: string;

beforeAll(async () => {
  front = createServer((request, response) => {
    const target = new URL(request.url ?? '/', issuer.url);
    void fetch(target).then(async (answer) => {
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const publicUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  issuerUrl = `${publicUrl}/api/identity`;
  issuer = await startServer({ environment: { publicUrl, identityAudience: 'their-portal' } });
  portal = await startServer({
    environment: { identityIssuer: issuerUrl, identityAudience: 'their-portal' },
  });
  foreignKey = await generateKeyPair('RS256', { extractable: true });
  await addPerson(issuer.database, { id: 'olga' });
  await addPerson(issuer.database, { id: 'lim', roles: ['limited-access-user'] });
  await addPerson(issuer.database, { id: 'stranger' });
  await addAccounts(portal.database, [{ id: 'own' }]);
  for (const id of ['olga', 'lim']) await addPerson(portal.database, { id, accounts: ['own'] });
});
afterAll(async () => {
  await portal.close();
  await issuer.close();
  await new Promise((resolve) => front.close(resolve));
});

async function tokenOf(server: TestServer, person: string): Promise<string> {
  const answer = await server.http.inject({
    method: 'POST',
    url: '/api/identity/oauth/token',
    payload: {
      grant_type: passwordRealmGrant,
      username: `${person}@people.test`,
      password: testPassword,
      audience: 'their-portal',
    },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ access_token: string }>().access_token;
}
const ask = async (token: string, url = '/api/data/accounts/contacts?accountIds[]=*') =>
  (await portal.http.inject({ url, headers: bearer(token) })).statusCode;

test('accepts tokens of its issuer for accounts in the database', async () => {
  const token = await tokenOf(issuer, 'olga');
  expect(decodeJwt(token).iss).toBe(issuerUrl);
  expect(await ask(token)).toBe(200);
  const related = await portal.http.inject({
    url: '/api/identity/user/relatedAccounts',
    headers: bearer(token),
  });
  expect(related.json<{ data: { accounts: object[] } }>().data.accounts).toMatchObject([{ id: 'own' }]);
  const config = await portal.http.inject({ url: '/web-config.json' });
  expect(config.json()).toMatchObject({ signIn: { issuer: issuerUrl, audience: 'their-portal' } });
  expect(config.headers['content-security-policy']).toContain(new URL(issuerUrl).origin);
});

test('limits the session by the issuer’s limited role', async () => {
  const token = await tokenOf(issuer, 'lim');
  expect(await ask(token)).toBe(403);
  expect(await ask(token, '/api/identity/user/relatedAccounts')).toBe(200);
});

test('refuses people who are not in the database', async () => {
  expect(await ask(await tokenOf(issuer, 'stranger'))).toBe(401);
});

test('refuses the portal’s own tokens', async () => {
  expect(await ask(await tokenOf(portal, 'olga'))).toBe(401);
});

test('reports that the issuer manages the password and refuses changes', async () => {
  const headers = bearer(await tokenOf(issuer, 'olga'));
  const settings = await portal.http.inject({ url: '/api/identity/user/settings', headers });
  expect(settings.json()).toMatchObject({ data: { email: 'olga@people.test', passwordHere: false } });
  const answer = await portal.http.inject({
    method: 'PUT',
    url: '/api/identity/user/password',
    headers,
    payload: { oldPassword: testPassword, newPassword: 'Brand-New-2026' },
  });
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
    422,
    messages.passwordManagedElsewhere,
  ]);
  const send = (method: 'PUT' | 'POST', path: string, payload: object) =>
    portal.http.inject({ method, url: `/api/identity/user${path}`, headers, payload });
  expect((await send('POST', '/proof/code', {})).statusCode).toBe(404);
  expect((await send('PUT', '/settings', { email: 'olga.new@people.test' })).statusCode).toBe(200);
  expect(await ask(await tokenOf(issuer, 'olga'))).toBe(200);
});

test('lists and ends no sessions, because the issuer keeps them', async () => {
  const headers = bearer(await tokenOf(issuer, 'olga'));
  for (const [method, url] of [
    ['GET', '/api/identity/user/sessions'],
    ['DELETE', '/api/identity/user/sessions'],
    ['DELETE', '/api/identity/user/sessions/any'],
  ] as const)
    expect((await portal.http.inject({ method, url, headers })).statusCode).toBe(404);
});

test('lists, adds, removes and uses no passkeys, because the issuer signs people in', async () => {
  const headers = bearer(await tokenOf(issuer, 'olga'));
  for (const [method, url, payload] of [
    ['GET', '/api/identity/user/passkeys', undefined],
    ['POST', '/api/identity/user/passkeys/options', { password: testPassword }],
    ['DELETE', '/api/identity/user/passkeys/any', undefined],
    ['POST', '/api/identity/passkeys/options', undefined],
  ] as const)
    expect((await portal.http.inject({ method, url, headers, ...(payload && { payload }) })).statusCode).toBe(
      404,
    );
});

test('ends a token at its stated time', async () => {
  const token = await tokenOf(issuer, 'olga');
  portal.clock.advance(3600 * 1000 + 61_000);
  expect(await ask(token)).toBe(401);
  portal.clock.advance(-(3600 * 1000 + 61_000));
  expect(await ask(token)).toBe(200);
});

test.each<[what: string, change: (claims: JWTPayload) => JWTPayload]>([
  ['for another audience', (claims) => ({ ...claims, aud: 'mailcall' })],
  ['of another issuer', (claims) => ({ ...claims, iss: 'https://other.test' })],
  ['without an end', (claims) => ({ ...claims, exp: undefined })],
  ['without a subject', (claims) => ({ ...claims, sub: undefined, [contactClaim]: undefined })],
  ['whose roles are none', (claims) => ({ ...claims, [rolesClaim]: 'all' })],
])('a token %s is refused, though the issuer signed it', async (_, change) => {
  const file = `${issuer.environment.dataFolder}/identity/signing-keys.json`;
  const [stored] = JSON.parse(await readFile(file, 'utf8')) as [{ kid: string; key: Record<string, string> }];
  const key = await importJWK(stored.key, 'RS256');
  const claims = decodeJwt(await tokenOf(issuer, 'olga'));
  const sign = (payload: JWTPayload) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: stored.kid, typ: 'at+jwt' }).sign(key);
  expect(await ask(await sign(claims))).toBe(200);
  expect(await ask(await sign(change(claims)))).toBe(401);
});

test('refuses a token of an unpublished key', async () => {
  const claims = decodeJwt(await tokenOf(issuer, 'olga'));
  const jwk = await exportJWK(foreignKey.publicKey);
  const forged = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'theirs', typ: 'at+jwt', jwk })
    .sign(foreignKey.privateKey);
  expect(await ask(forged)).toBe(401);
});
