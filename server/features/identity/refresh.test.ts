import { passwordlessGrant, passwordRealmGrant, refreshGrant } from '@mailcall/contract/identity.ts';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newestMessage } from '../../../tests/support/outbox.ts';
import { addAccounts, addPerson, bearer, testApp, testPassword } from '../../../tests/support/test-app.ts';

const here = testApp();
const name = 'mailcall-refresh';
const scope = 'openid email profile offline_access';

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'own' }, { id: 'more' }]);
  for (const id of ['olga', 'felix', 'ada', 'rob'])
    await addPerson(here.database, { id, accounts: ['own'], phone: undefined });
  await addPerson(here.database, { id: 'lim', roles: ['limited-access-user'], accounts: ['own'] });
});
beforeEach(() => here.clock.advance(2 * 24 * 60 * 60 * 1000));

const ask = (payload: object, cookie?: string, headers: Record<string, string> = {}) =>
  here.app.http.inject({
    method: 'POST',
    url: '/api/identity/oauth/token',
    payload,
    headers,
    ...(cookie === undefined ? {} : { cookies: { [name]: cookie } }),
  });
const cookieOf = (answer: Awaited<ReturnType<typeof ask>>) =>
  answer.cookies.find((cookie) => cookie.name === name);
const tokenOf = (answer: Awaited<ReturnType<typeof ask>>) =>
  answer.json<{ access_token: string }>().access_token;

async function signIn(person: string, more: Record<string, string> = {}, cookie?: string) {
  const answer = await ask(
    {
      grant_type: passwordRealmGrant,
      username: `${person}@people.test`,
      password: testPassword,
      scope,
      ...more,
    },
    cookie,
  );
  expect(answer.statusCode).toBe(200);
  return { cookie: cookieOf(answer)?.value ?? '', token: tokenOf(answer), answer };
}
const refresh = (cookie: string) => ask({ grant_type: refreshGrant, scope }, cookie);
const isSignedIn = async (token: string) =>
  (await here.app.http.inject({ url: '/api/identity/userinfo', headers: bearer(token) })).statusCode === 200;

test('sends the cookie only to the identity service and hides it from scripts', async () => {
  const { answer } = await signIn('olga');
  expect(cookieOf(answer)).toMatchObject({
    path: '/api/identity',
    httpOnly: true,
    sameSite: 'Strict',
    expires: new Date(here.clock.now().getTime() + 12 * 60 * 60 * 1000),
  });
  expect(answer.body).not.toContain(cookieOf(answer)?.value ?? 'none');
});

test('sets no cookie and allows no refresh without offline_access', async () => {
  const answer = await ask({
    grant_type: passwordRealmGrant,
    username: 'olga@people.test',
    password: testPassword,
  });
  expect(cookieOf(answer)).toBeUndefined();
});

test('exchanges a refresh token for tokens of the same session and another refresh token', async () => {
  const first = await signIn('olga');
  here.clock.advance(60_000);
  const answer = await refresh(first.cookie);
  expect(answer.statusCode).toBe(200);
  expect(decodeJwt(tokenOf(answer))['sid']).toBe(decodeJwt(first.token)['sid']);
  expect(cookieOf(answer)?.value).not.toBe(first.cookie);
  expect((await refresh(cookieOf(answer)?.value ?? '')).statusCode).toBe(200);
});

test('gives concurrent tabs the same next token', async () => {
  const { cookie } = await signIn('olga');
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(cookie)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
  expect(new Set(answers.map((answer) => cookieOf(answer)?.value)).size).toBe(1);
});

test('accepts the previous token for 30 seconds, then ends the session once the current ones were used', async () => {
  const { cookie, token } = await signIn('olga');
  const renewed = await refresh(cookie);
  const next = cookieOf(renewed)?.value ?? '';
  expect(await isSignedIn(tokenOf(renewed))).toBe(true);
  here.clock.advance(30_000);
  expect((await refresh(cookie)).statusCode).toBe(200);
  here.clock.advance(1);
  const late = await refresh(cookie);
  expect([late.statusCode, late.json()]).toEqual([
    400,
    { error: 'invalid_grant', error_description: 'You have been logged out' },
  ]);
  expect(cookieOf(late)?.value).toBe('');
  expect((await refresh(next)).statusCode).toBe(400);
  expect(await isSignedIn(token)).toBe(false);
});

test('renews again after lost responses, however late and often', async () => {
  const { cookie, token } = await signIn('olga');
  for (let lost = 0; lost < 3; lost += 1) {
    here.clock.advance(5 * 60_000);
    expect((await refresh(cookie)).statusCode).toBe(200);
    expect(await isSignedIn(token)).toBe(true);
  }
  here.clock.advance(31_000);
  const arrived = await refresh(cookie);
  here.clock.advance(60_000);
  expect(await isSignedIn(tokenOf(arrived))).toBe(true);
  const next = await refresh(cookieOf(arrived)?.value ?? '');
  expect(next.statusCode).toBe(200);
  here.clock.advance(60_000);
  expect(await isSignedIn(tokenOf(next))).toBe(true);
  expect((await refresh(cookie)).statusCode).toBe(400);
  expect(await isSignedIn(tokenOf(next))).toBe(false);
});

test.each(['refresh', 'access'])(
  'ends the session with the %s token of whoever took a lost response',
  async (which) => {
    for (const renewals of [0, 1]) {
      const { cookie } = await signIn('olga');
      const stolen = await refresh(cookie);
      here.clock.advance(31_000);
      let own = await refresh(cookie);
      expect(await isSignedIn(tokenOf(own))).toBe(true);
      for (let times = 0; times < renewals; times += 1) own = await refresh(cookieOf(own)?.value ?? '');
      expect(await isSignedIn(tokenOf(own))).toBe(true);
      if (which === 'refresh') expect((await refresh(cookieOf(stolen)?.value ?? '')).statusCode).toBe(400);
      else expect(await isSignedIn(tokenOf(stolen))).toBe(false);
      expect(await isSignedIn(tokenOf(own))).toBe(false);
      expect((await refresh(cookieOf(own)?.value ?? '')).statusCode).toBe(400);
    }
  },
);

test('ends the session at its owner’s renewal after a copied token was used', async () => {
  const { cookie, token } = await signIn('olga');
  const copied = await refresh(cookie);
  expect(await isSignedIn(tokenOf(copied))).toBe(true);
  here.clock.advance(5 * 60_000);
  expect(await isSignedIn(token)).toBe(true);
  expect((await refresh(cookie)).statusCode).toBe(400);
  expect(await isSignedIn(tokenOf(copied))).toBe(false);
});

test('ends the session at once with the token before the previous one', async () => {
  const { cookie } = await signIn('olga');
  const second = cookieOf(await refresh(cookie))?.value ?? '';
  const third = cookieOf(await refresh(second))?.value ?? '';
  expect((await refresh(cookie)).statusCode).toBe(400);
  expect((await refresh(third)).statusCode).toBe(400);
});

test('keeps the cookie after a server failure and renews at the next attempt', async () => {
  const { cookie } = await signIn('olga');
  await here.database.pool.query('alter table sessions rename to sessions_elsewhere');
  const failed = await refresh(cookie).finally(() =>
    here.database.pool.query('alter table sessions_elsewhere rename to sessions'),
  );
  expect([failed.statusCode, cookieOf(failed)]).toEqual([500, undefined]);
  expect((await refresh(cookie)).statusCode).toBe(200);
});

test.each([
  ['a wrong code', { grant_type: passwordlessGrant, realm: 'email', otp: '000000' }, 400],
  ['a wrong password', { grant_type: passwordRealmGrant, password: 'Wrong-Horse-1' }, 400],
  [
    'a password in a session without renewal',
    { grant_type: passwordRealmGrant, password: testPassword },
    200,
  ],
])('%s clears the cookie of a running session only when it ends', async (_, body, status) => {
  const { cookie, token } = await signIn('olga', { realm: 'limited-access' });
  const answer = await ask({ username: 'olga@people.test', ...body }, cookie);
  const begins = status === 200;
  expect([answer.statusCode, cookieOf(answer)?.value]).toEqual([status, begins ? '' : undefined]);
  expect(await isSignedIn(token)).toBe(!begins);
  expect((await refresh(cookie)).statusCode).toBe(begins ? 400 : 200);
});

test.each([
  ['none', ''],
  ['nonsense', 'nonsense'],
  ['another proof', 'A'],
  ['a number to come', '7'],
])('%s renews nothing, and ends nothing', async (_, change) => {
  const { cookie } = await signIn('olga');
  const [id, number, proof = ''] = cookie.split('.');
  const forged: Record<string, string> = {
    '': '',
    nonsense: 'nonsense',
    A: `${id}.${number}.${proof.startsWith('A') ? 'B' : 'A'}${proof.slice(1)}`,
    '7': `${id}.7.${proof}`,
  };
  expect((await refresh(forged[change] ?? '')).statusCode).toBe(400);
  expect((await refresh(cookie)).statusCode).toBe(200);
});

test('lets no other site renew a session', async () => {
  const { cookie } = await signIn('olga');
  for (const site of ['cross-site', 'same-site']) {
    const answer = await ask({ grant_type: refreshGrant }, cookie, { 'sec-fetch-site': site });
    expect(answer.statusCode).toBe(403);
  }
  expect((await refresh(cookie)).statusCode).toBe(200);
});

test('neither renews nor uses a session after half an hour of idleness', async () => {
  const { cookie, token } = await signIn('olga');
  here.clock.advance(29 * 60_000);
  expect(await isSignedIn(token)).toBe(true);
  here.clock.advance(29 * 60_000);
  const next = await refresh(cookie);
  expect(next.statusCode).toBe(200);
  here.clock.advance(30 * 60_000);
  expect(await isSignedIn(tokenOf(next))).toBe(false);
  expect((await refresh(cookieOf(next)?.value ?? '')).statusCode).toBe(400);
});

test('ends a busy session with its last token after twelve hours', async () => {
  let { cookie } = await signIn('olga');
  for (let quarters = 1; quarters < 48; quarters += 1) {
    here.clock.advance(15 * 60_000);
    const answer = await refresh(cookie);
    expect(answer.statusCode).toBe(200);
    cookie = cookieOf(answer)?.value ?? '';
    const left = (48 - quarters) * 15 * 60;
    expect(answer.json<{ expires_in: number }>().expires_in).toBe(Math.min(3600, left));
  }
  here.clock.advance(15 * 60_000);
  expect((await refresh(cookie)).statusCode).toBe(400);
});

test('ends the session and deletes the cookie on logout', async () => {
  const { cookie, token } = await signIn('olga');
  const answer = await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/logout',
    headers: bearer(token),
    cookies: { [name]: cookie },
  });
  expect(answer.cookies.find((sent) => sent.name === name)?.value).toBe('');
  expect((await refresh(cookie)).statusCode).toBe(400);
});

test('ends the browser’s previous session on sign-in, whoever’s it was', async () => {
  const before = await signIn('olga');
  await signIn('felix', {}, before.cookie);
  expect(await isSignedIn(before.token)).toBe(false);
  expect((await refresh(before.cookie)).statusCode).toBe(400);
});

test.each([
  ['a new role', () => sql`update contacts set roles = '{some-role}' where id = 'ada'`],
  ['a new account', () => sql`insert into contact_accounts (contact_id, account_id) values ('ada', 'more')`],
  ['their removal', () => sql`update contacts set deleted = true where id = 'ada'`],
])('%s ends the renewal', async (_, change) => {
  const { cookie } = await signIn('ada');
  await change().execute(here.database.kysely);
  expect((await refresh(cookie)).statusCode).toBe(400);
});

test('never makes a limited session full, by refresh or in another realm', async () => {
  const byRealm = await signIn('olga', { realm: 'limited-access' });
  const byRole = await signIn('lim');
  const full = async (token: string) =>
    (
      await here.app.http.inject({
        url: '/api/data/accounts/contacts?accountIds[]=*',
        headers: bearer(token),
      })
    ).statusCode;
  for (const { cookie, token } of [byRealm, byRole]) {
    expect(await full(token)).toBe(403);
    const answer = await ask({ grant_type: refreshGrant, scope, realm: 'password' }, cookie);
    expect(await full(tokenOf(answer))).toBe(403);
    expect(decodeJwt(tokenOf(answer))['https://mailcall/roles']).toEqual(['limited-access-user']);
  }
});

test('replaces a limited session by a full one after verifying a code', async () => {
  const limited = await signIn('olga', { realm: 'limited-access' });
  await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/passwordless/start',
    payload: { connection: 'email', email: 'olga@people.test', send: 'code' },
  });
  const { text } = await newestMessage(here.database, 'olga@people.test');
  const otp = /code: (\d{6})/.exec(text)?.[1];
  const answer = await ask(
    { grant_type: passwordlessGrant, realm: 'email', username: 'olga@people.test', otp, scope },
    limited.cookie,
  );
  expect(decodeJwt(tokenOf(answer))['https://mailcall/roles']).toEqual([]);
  expect(await isSignedIn(limited.token)).toBe(false);
});

test('cannot renew a session with stored values', async () => {
  const { cookie } = await signIn('rob');
  const { rows } = await here.database.pool.query<{ row: string }>(
    `select s::text as row from sessions s where contact_id = 'rob'`,
  );
  expect(rows.map(({ row }) => row).join()).not.toContain(cookie.split('.')[2]);
});
