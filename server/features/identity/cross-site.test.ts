import { passwordRealmGrant } from '@mailcall/contract/identity.ts';
import { beforeAll, expect, test } from 'vitest';
import { addPerson, testApp, testPassword } from '../../../tests/support/test-app.ts';

const portal = 'https://portal.example.com';
const foreign = 'https://evil.example';
const here = testApp({ IDENTITY_ORIGINS: portal });
let url = '';
beforeAll(async () => {
  await addPerson(here.database, { id: 'ann' });
  url = await here.app.http.listen({ host: '127.0.0.1', port: 0 });
});

const sendForm = (headers: Record<string, string>) =>
  fetch(`${url}/api/identity/oauth/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({
      grant_type: passwordRealmGrant,
      username: 'ann@people.test',
      password: testPassword,
      scope: 'openid offline_access',
    }),
  });

test.each<[who: string, headers: Record<string, string>]>([
  ['a page of another site', { 'sec-fetch-site': 'cross-site', origin: foreign }],
  ['a page of another site without an origin', { 'sec-fetch-site': 'cross-site' }],
  ['a page that hides its origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ['an older browser on another site', { origin: foreign }],
  ['a page of the same site that is not the portal', { 'sec-fetch-site': 'same-site', origin: foreign }],
  ['a page whose origin only begins like one that is named', { origin: `${portal}.evil.example` }],
  [
    'a page that is another site to the browser',
    { 'sec-fetch-site': 'cross-site', origin: 'http://mailcall.test' },
  ],
])('%s gets no tokens and no cookie', async (_, headers) => {
  const answer = await sendForm(headers);
  expect(answer.status).toBe(403);
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toEqual({
    error: 'invalid_request',
    error_description: 'Another site sent this request. Sign in on the portal itself.',
  });
});

test.each<[who: string, headers: Record<string, string>]>([
  ['a program', {}],
  ['the portal', { 'sec-fetch-site': 'same-origin', origin: 'http://mailcall.test' }],
  ['the portal in an older browser', { origin: 'http://mailcall.test' }],
  [
    'the portal behind a proxy that replaces the host',
    { 'sec-fetch-site': 'same-origin', origin: 'https://other.name' },
  ],
  ['a portal that is named', { 'sec-fetch-site': 'cross-site', origin: portal }],
])('%s gets tokens', async (_, headers) => {
  const answer = await sendForm(headers);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('set-cookie')).toContain('mailcall-refresh=');
});

test('gives the portal tokens under the name that the browser uses', async () => {
  expect((await sendForm({ origin: url })).status).toBe(200);
});
