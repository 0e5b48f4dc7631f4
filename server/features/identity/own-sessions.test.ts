import { passwordRealmGrant } from '@mailcall/contract/identity.ts';
import type { OwnSession } from '@mailcall/contract/own-sessions.ts';
import { beforeAll, expect, test } from 'vitest';
import {
  addAccounts,
  addPerson,
  bearer,
  signInAs,
  testApp,
  testNow,
  testPassword,
} from '../../../tests/support/test-app.ts';
import { makeScoreboardGrant } from './index.ts';
import { shortenAddress } from '../../platform/http/request-place.ts';
import { deviceOf } from './session-place.ts';

const here = testApp({ TRUST_PROXY: 'on' });
beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'own' }]);
  for (const id of ['olga', 'felix', 'gina']) await addPerson(here.database, { id, accounts: ['own'] });
});

const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const request = async (method: 'GET' | 'DELETE', token: string, path = '') => {
  const url = `/api/identity/user/sessions${path}`;
  const answer = await here.app.http.inject({ method, url, headers: bearer(token) });
  return { ...answer.json<{ message?: string; data: unknown }>(), status: answer.statusCode };
};
const list = async (token: string) =>
  ((await request('GET', token)).data as { sessions: OwnSession[] }).sessions;

async function signInFrom(person: string, userAgent: string, address: string): Promise<string> {
  const answer = await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/oauth/token',
    headers: { 'user-agent': userAgent, 'x-forwarded-for': address },
    payload: { grant_type: passwordRealmGrant, username: `${person}@people.test`, password: testPassword },
  });
  return answer.json<{ access_token: string }>().access_token;
}

test('lists a person’s sessions, the current one first, and ends one', async () => {
  const office = await signInFrom('olga', chromeOnWindows, '203.0.113.77');
  here.clock.advance(60_000);
  const home = await signInFrom('olga', 'curl/8.0', '2001:db8:12:3456::1');
  const startedAt = new Date(Date.parse(testNow) + 60_000).toISOString();
  const [own, other, ...more] = await list(home);
  expect(own).toEqual({
    id: own?.id,
    device: null,
    network: '2001:db8:12::',
    origin: 'password',
    startedAt,
    lastUsedAt: startedAt,
    current: true,
  });
  expect(other).toMatchObject({ device: 'Chrome on Windows', network: '203.0.113.x', current: false });
  expect(other?.startedAt).toBe(testNow);
  expect(more).toEqual([]);

  expect((await request('DELETE', home, `/${other?.id}`)).status).toBe(200);
  expect((await request('GET', office)).status).toBe(401);
  expect(await list(home)).toEqual([own]);
  expect(await request('DELETE', home, `/${other?.id}`)).toMatchObject({
    status: 404,
    message: 'This session has ended already.',
  });
  expect(await request('DELETE', home, `/${own?.id}`)).toMatchObject({
    status: 422,
    message: 'You are using this session. Log out to end it.',
  });
});

test('ends all others together, but none of another person', async () => {
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => signInAs(here, 'felix@people.test')));
  const strangers = await signInAs(here, 'olga@people.test');
  const [foreign] = await list(strangers);
  expect((await request('DELETE', one as string, `/${foreign?.id}`)).status).toBe(404);
  expect((await request('DELETE', one as string)).data).toEqual({ ended: 2 });
  for (const ended of [two, three]) expect((await request('GET', ended as string)).status).toBe(401);
  expect((await request('GET', strangers)).status).toBe(200);
  expect(await list(one as string)).toHaveLength(1);
});

test('lists no idle session and marks one from a mailed link', async () => {
  await signInAs(here, 'gina@people.test');
  here.clock.advance(31 * 60_000);
  await signInAs(here, 'gina@people.test', { realm: 'limited-access' });
  const sessions = await list(await signInAs(here, 'gina@people.test'));
  expect(sessions.map(({ origin, current }) => [origin, current])).toEqual([
    ['password', true],
    ['mailed link', false],
  ]);
});

test('hides sessions from limited and scoreboard link sessions', async () => {
  const limited = await signInAs(here, 'olga@people.test', { realm: 'limited-access' });
  const link = new URL(await makeScoreboardGrant(here, 'olga@people.test', ['own']));
  const exchanged = await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/auth/scoreboard/grant',
    payload: { code: link.searchParams.get('code') },
  });
  const granted = exchanged.json<{ data: { accessToken: string } }>().data.accessToken;
  for (const method of ['GET', 'DELETE'] as const) {
    expect((await request(method, limited)).status).toBe(403);
    expect((await request(method, granted)).status).toBe(403);
  }
});

test.each([
  [chromeOnWindows, 'Chrome on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.0', null],
  ['', null],
  [undefined, null],
])('the user agent %s is %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['2001:db8:12:3456:1:2:3:4', '2001:db8:12::'],
  ['2001:db8::1', '2001:db8:0::'],
  ['::1', '0:0:0::'],
  ['', null],
  [undefined, null],
])('the address %s is shortened to %s', (address, shortened) => {
  expect(shortenAddress(address)).toBe(shortened);
});
