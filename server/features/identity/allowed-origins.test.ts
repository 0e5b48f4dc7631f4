import { passwordRealmGrant } from '@mailcall/contract/identity.ts';
import { beforeAll, expect, test } from 'vitest';
import { addPerson, testApp, testPassword } from '../../../tests/support/test-app.ts';

const portal = 'https://portal.example.com';
const here = testApp({ IDENTITY_ORIGINS: `${portal}, https://second.example.com/` });
const closed = testApp();
beforeAll(() => addPerson(here.database, { id: 'ann' }));

const identity = '/api/identity';
const ask = (
  app: typeof here,
  url: string,
  headers: Record<string, string>,
  method: 'OPTIONS' | 'POST' = 'OPTIONS',
) =>
  app.app.http.inject({
    method,
    url: identity + url,
    headers,
    ...(method === 'POST' && {
      payload: { grant_type: passwordRealmGrant, username: 'ann@people.test', password: testPassword },
    }),
  });

test.each([
  ['/oauth/token', 'POST', portal],
  ['/passwordless/start', 'POST', 'https://second.example.com'],
  ['/userinfo', 'GET', portal],
])('pages of an allowed portal may request %s', async (url, method, origin) => {
  const { statusCode, headers } = await ask(here, url, { origin });
  expect(statusCode).toBe(204);
  expect(headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': method,
    'access-control-allow-headers': 'authorization, content-type',
    vary: expect.stringContaining('Origin'),
  });
  expect(headers).not.toHaveProperty('access-control-allow-credentials');
});

test('lets pages of an allowed portal read responses and refusals', async () => {
  const answer = await ask(here, '/oauth/token', { origin: portal }, 'POST');
  expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, portal]);
  const none = await here.app.http.inject({ url: `${identity}/userinfo`, headers: { origin: portal } });
  expect([none.statusCode, none.headers['access-control-allow-origin']]).toEqual([401, portal]);
});

test.each([
  ['a page of another origin', 'https://portal.example.com.evil.test'],
  ['a page without encryption', 'http://portal.example.com'],
  ['a page without an origin', 'null'],
])('%s cannot read responses', async (_, origin) => {
  expect((await ask(here, '/oauth/token', { origin })).statusCode).toBe(404);
  const answer = await ask(here, '/oauth/token', { origin }, 'POST');
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
});

test.each(['/user/relatedAccounts', '/logout', '/users/check', '/contacts/activate'])(
  'forbids pages of other portals %s',
  async (url) => {
    const answer = await ask(here, url, { origin: portal });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  },
);

test('lets no other portal send requests without allowed portals', async () => {
  const answer = await ask(closed, '/oauth/token', { origin: portal });
  expect(answer.statusCode).toBe(404);
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
});
