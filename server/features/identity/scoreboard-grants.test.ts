import { messages } from '@mailcall/contract/rules/messages.ts';
import { callSummaryCount } from '@mailcall/contract/scoreboard.ts';
import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { openIdentity } from './identity.ts';
import { makeScoreboardGrant } from './scoreboard-grants.ts';

const here = testApp();

beforeAll(async () => {
  await addAccounts(here.database, [
    { id: 'own' },
    { id: 'guest' },
    { id: 'guest-sub', parent: 'guest' },
    { id: 'foreign' },
  ]);
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  await addPerson(here.database, { id: 'felix', accounts: ['foreign'] });
});
beforeEach(() => here.clock.advance(2 * 24 * 60 * 60 * 1000));

const grant = async (accounts = ['guest']) => {
  const url = new URL(await makeScoreboardGrant(here, 'olga@people.test', accounts));
  expect(url.pathname).toBe('/grant/scoreboard');
  return url.searchParams.get('code') ?? '';
};
const exchange = (code: string, cookies: Record<string, string> = {}) =>
  here.app.http.inject({
    method: 'POST',
    url: '/api/identity/auth/scoreboard/grant',
    payload: { code },
    cookies,
  });
interface Exchanged {
  accessToken: string;
  grantToken: string;
  expires: number;
}
const post = async (path: string, payload: object, headers: Record<string, string> = {}) => {
  const answer = await here.app.http.inject({
    method: 'POST',
    url: `/api/identity${path}`,
    payload,
    headers,
  });
  const { data, message } = answer.json<{ data?: unknown; message?: string }>();
  return { status: answer.statusCode, data, message };
};
const exchanged = async (code: string) => (await exchange(code)).json<{ data: Exchanged }>().data;

const comeAsGuest = async (code?: string) => {
  const { accessToken, grantToken } = await exchanged(code ?? (await grant()));
  return { ...bearer(accessToken), 'x-grant-scoreboard': grantToken };
};
const addToOwn = async (accounts?: string[]) => {
  const own = bearer(await signInAs(here, 'olga@people.test'));
  const { data } = await post('/user/scoreboard-grants', { code: await grant(accounts) }, own);
  return { ...own, 'x-grant-scoreboard': (data as Exchanged).grantToken };
};

const related = async (headers: Record<string, string>) => {
  const answer = await here.app.http.inject({ url: '/api/identity/user/relatedAccounts', headers });
  return answer.json<{ data: { accounts: { id: string; readOnly: boolean }[]; sessionVersion: string } }>()
    .data;
};
const read = (account: string, headers: Record<string, string>) =>
  here.app.http.inject({ url: `/api/data/call-summary-count?accountIds[]=${account}`, headers });

test('exchanges a code for a session and grant of an hour that show only the granted accounts', async () => {
  const { accessToken, grantToken, expires } = await exchanged(await grant());
  const hour = Math.floor(here.clock.now().getTime() / 1000) + 3600;
  expect(expires).toBe(hour);
  expect(decodeJwt(accessToken)).toMatchObject({ sub: 'olga', exp: hour });
  const headers = { ...bearer(accessToken), 'x-grant-scoreboard': grantToken };
  expect((await related(headers)).accounts.map(({ id }) => id).sort()).toEqual(['guest', 'guest-sub']);
  expect((await read('guest', headers)).statusCode).toBe(200);
  expect((await read('guest-sub', headers)).statusCode).toBe(200);
  for (const account of ['own', 'foreign']) expect((await read(account, headers)).statusCode).toBe(403);
  expect((await read('guest', bearer(accessToken))).statusCode).toBe(403);
});

test('tells a guest whose link it is and nothing else about that person', async () => {
  await sql`
    update contacts set picture = 'https://pictures.test/olga.png', portal_roles = '{operator}' where id = 'olga'`.execute(
    here.database.kysely,
  );
  const { accessToken } = await exchanged(await grant());
  const answer = await here.app.http.inject({ url: '/api/identity/userinfo', headers: bearer(accessToken) });
  expect(answer.json()).toEqual({
    sub: 'olga',
    name: 'Person olga',
    email: 'olga@people.test',
    picture: null,
    'https://mailcall/roles': [],
    'https://mailcall/contact_id': 'olga',
  });
  expect(decodeJwt(accessToken)['https://mailcall/roles']).toEqual([]);
  await sql`update contacts set picture = null, portal_roles = '{}' where id = 'olga'`.execute(
    here.database.kysely,
  );
});

test('adds granted accounts to a signed-in person’s own until the grant ends', async () => {
  const headers = await addToOwn();
  const { accounts } = await related(headers);
  expect(Object.fromEntries(accounts.map(({ id, readOnly }) => [id, readOnly]))).toEqual({
    guest: true,
    'guest-sub': true,
    own: false,
  });
  for (const account of ['own', 'guest-sub']) expect((await read(account, headers)).statusCode).toBe(200);
});

test('lets only the link’s person add it, once, and no guest', async () => {
  const code = await grant();
  const felix = bearer(await signInAs(here, 'felix@people.test'));
  const refused = { status: 422, message: messages.grantLinkOver };
  expect(await post('/user/scoreboard-grants', { code }, felix)).toMatchObject(refused);
  const guest = await comeAsGuest();
  expect((await post('/user/scoreboard-grants', { code }, guest)).status).toBe(403);
  const olga = bearer(await signInAs(here, 'olga@people.test'));
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => post('/user/scoreboard-grants', { code }, olga)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(2);
});

test('names a link’s accounts of one name by their places', async () => {
  await addAccounts(here.database, [
    { id: 'twin-1', name: 'Twin Dental', address: '1 Elm St, Boulder, CO 80302' },
    { id: 'twin-2', name: 'Twin Dental', address: '2 Oak St, Salem, OR 97301' },
  ]);
  const code = await grant(['twin-2', 'twin-1']);
  expect((await post('/auth/scoreboard/grant/verify', { code })).data).toMatchObject({
    accountNames: ['Twin Dental (Boulder, CO)', 'Twin Dental (Salem, OR)'],
  });
});

test('shows a link’s person and accounts without using it up', async () => {
  const code = await grant(['guest', 'foreign']);
  for (let times = 0; times < 20; times += 1)
    expect((await post('/auth/scoreboard/grant/verify', { code })).data).toEqual({
      email: 'olga@people.test',
      accountNames: ['Office foreign', 'Office guest'],
      lifetime: 3600,
    });
  expect((await exchange(code)).statusCode).toBe(200);
  const over = { status: 422, message: messages.grantLinkOver };
  expect(await post('/auth/scoreboard/grant/verify', { code })).toMatchObject(over);
  const late = await grant();
  here.clock.advance(24 * 60 * 60 * 1000);
  expect(await post('/auth/scoreboard/grant/verify', { code: late })).toMatchObject(over);
});

test('covers the grant in the session version: 409, not 403, after its end', async () => {
  const { grantToken } = await exchanged(await grant());
  let token = await signInAs(here, 'olga@people.test');
  const headers = () => ({ ...bearer(token), 'x-grant-scoreboard': grantToken });
  const { sessionVersion: granted } = await related(headers());
  const { sessionVersion: without } = await related(bearer(token));
  expect(granted).not.toBe(without);
  expect((await read('guest', { ...headers(), 'x-session-version': granted })).statusCode).toBe(200);
  expect((await read('own', { ...headers(), 'x-session-version': without })).statusCode).toBe(409);
  here.clock.advance(3600 * 1000);
  token = await signInAs(here, 'olga@people.test');
  expect((await read('guest', { ...headers(), 'x-session-version': granted })).statusCode).toBe(409);
  expect((await read('guest', headers())).statusCode).toBe(409);
  // the identity service answers, because the session is refreshed there
  expect((await related(headers())).accounts.map(({ id }) => id)).toEqual(['own']);
});

test('accepts a grant only for its contact and ends its session with it', async () => {
  const { accessToken, grantToken } = await exchanged(await grant());
  const felix = { ...bearer(await signInAs(here, 'felix@people.test')), 'x-grant-scoreboard': grantToken };
  expect((await read('guest', felix)).statusCode).toBe(409);
  for (let minutes = 0; minutes < 60; minutes += 20) {
    expect((await related(bearer(accessToken))).accounts).toEqual([]);
    here.clock.advance(20 * 60_000);
  }
  expect((await read('guest', bearer(accessToken))).statusCode).toBe(401);
});

test('hides granted accounts from requests that change something', async () => {
  const { identify } = await openIdentity(here);
  const headers = await addToOwn();
  const request = { headers } as unknown as FastifyRequest;
  const seen = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
    [...(await identify(request, { ...callSummaryCount, method })).accountIds].sort();
  expect(await seen('GET')).toEqual(['guest', 'guest-sub', 'own']);
  for (const method of ['POST', 'PUT', 'DELETE'] as const) expect(await seen(method)).toEqual(['own']);
});

test('shows granted accounts only to concurrent requests with the grant', async () => {
  const { grantToken } = await exchanged(await grant());
  const { identify } = await openIdentity(here);
  const without = bearer(await signInAs(here, 'olga@people.test'));
  const seen = await Promise.all(
    [without, { ...without, 'x-grant-scoreboard': grantToken }, without].map(async (headers) => {
      const request = { headers } as unknown as FastifyRequest;
      return [...(await identify(request, callSummaryCount)).accountIds].sort();
    }),
  );
  expect(seen).toEqual([['own'], ['guest', 'guest-sub', 'own'], ['own']]);
});

test('refuses changes of email, phone or password after a grant link and keeps the session', async () => {
  await addPerson(here.database, { id: 'newcomer', accounts: ['own'], password: false });
  const url = new URL(await makeScoreboardGrant(here, 'newcomer@people.test', ['guest']));
  const { accessToken } = await exchanged(url.searchParams.get('code') ?? '');
  const change = (path: string, payload: object) =>
    here.app.http.inject({
      method: 'PUT',
      url: `/api/identity${path}`,
      headers: bearer(accessToken),
      payload,
    });
  for (const answer of [
    await change('/user/settings', { email: 'mine@people.test' }),
    await change('/user/settings', { phoneNumber: '202-555-0177' }),
    await change('/user/password', { newPassword: 'Another-2026' }),
  ])
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      403,
      messages.grantNeedsLogin,
    ]);
  const { rows } = await sql`
    select email, phone, password_hash from contacts where id = 'newcomer'`.execute(here.database.kysely);
  expect(rows).toEqual([{ email: 'newcomer@people.test', phone: null, password_hash: null }]);
  expect((await related(bearer(accessToken))).sessionVersion).toBeTruthy();
});

test('exports no granted accounts, by name or with all accounts', async () => {
  const headers = await addToOwn();
  const ask = async (
    path: string,
    accountIds: string[],
    given: Record<string, string> = headers,
    exceptAccountIds: string[] = [],
  ) => {
    const answer = await here.app.http.inject({
      method: 'POST',
      url: `/api/data${path}`,
      headers: given,
      payload: { accountIds, exceptAccountIds, acceptedTerms: true, authorizedReceiver: true },
    });
    return [answer.statusCode, answer.json<{ message?: string }>().message];
  };
  for (const path of ['/calls/request-download', '/calls/request-large-export'])
    for (const accountIds of [['guest'], ['own', 'guest-sub'], ['*']])
      expect(await ask(path, accountIds)).toEqual([422, messages.grantNotExported]);
  expect(await ask('/calls/request-download', ['own'])).toEqual([200, undefined]);
  expect(await ask('/calls/request-download', ['*'], { authorization: headers.authorization })).toEqual([
    200,
    undefined,
  ]);
  expect(await ask('/calls/request-download', ['*'], headers, ['guest'])).toEqual([200, undefined]);
  expect((await ask('/calls/request-download', ['foreign']))[0]).toBe(403);
});

test('marks granted accounts as read-only, for a guest also those with access', async () => {
  const marked = async (headers: Record<string, string>) =>
    Object.fromEntries((await related(headers)).accounts.map(({ id, readOnly }) => [id, readOnly]));
  expect(await marked(await addToOwn(['guest', 'own']))).toEqual({
    guest: true,
    'guest-sub': true,
    own: false,
  });
  expect(await marked(await comeAsGuest(await grant(['guest', 'own'])))).toEqual({
    guest: true,
    'guest-sub': true,
    own: true,
  });
});

test('reads no account that was removed meanwhile', async () => {
  const { accessToken, grantToken } = await exchanged(await grant(['foreign']));
  const headers = { ...bearer(accessToken), 'x-grant-scoreboard': grantToken };
  expect((await read('foreign', headers)).statusCode).toBe(200);
  await sql`update accounts set deleted = true where id = 'foreign'`.execute(here.database.kysely);
  expect((await read('foreign', headers)).statusCode).toBe(403);
  await sql`update accounts set deleted = false where id = 'foreign'`.execute(here.database.kysely);
});

test('accepts a code once, with concurrent uses, for a day', async () => {
  const code = await grant();
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await exchange(code)).statusCode),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  here.clock.advance(60 * 60 * 1000);
  const late = await grant();
  here.clock.advance(24 * 60 * 60 * 1000);
  const answer = await exchange(late);
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
    422,
    'This link is not valid, was used before, or has expired.',
  ]);
});

test('stores neither code nor token and deletes expired grants', async () => {
  const code = await grant();
  const { grantToken } = await exchanged(code);
  const { rows } = await here.database.pool.query<{ row: string }>(
    'select g::text as row from scoreboard_grants g',
  );
  const text = rows.map(({ row }) => row).join();
  for (const secret of [code, grantToken])
    expect(text).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
});

test('names missing accounts in the command', async () => {
  await expect(grant(['guest', 'nowhere'])).rejects.toThrow('There is no account nowhere.');
  await expect(grant([])).rejects.toThrow('There is no account named.');
  await expect(makeScoreboardGrant(here, 'nobody@people.test', ['guest'])).rejects.toThrow(
    'No contact has the email address nobody@people.test.',
  );
});
