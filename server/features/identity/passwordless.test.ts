import { passwordlessGrant, passwordRealmGrant } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newestMessage, outboxSize } from '../../../tests/support/outbox.ts';
import { addPerson, bearer, testApp, testPassword } from '../../../tests/support/test-app.ts';
import { makeSignInLink } from './sign-in-link.ts';

const here = testApp();

beforeAll(async () => {
  await addPerson(here.database, { id: 'olga', email: 'Olga@people.test', phone: '+12025550101' });
  await addPerson(here.database, { id: 'newcomer', password: false });
  await addPerson(here.database, { id: 'lim', roles: ['limited-access-user'] });
});
beforeEach(() => here.clock.advance(2 * 24 * 60 * 60 * 1000));

const post = (path: string, payload: object) =>
  here.app.http.inject({ method: 'POST', url: `/api/identity${path}`, payload });
const start = (email: string) => post('/passwordless/start', { connection: 'email', email, send: 'link' });
const startSms = (phoneNumber: string) => post('/passwordless/start', { connection: 'sms', phoneNumber });
const signIn = (username: string, otp: string, realm = 'email') =>
  post('/oauth/token', { grant_type: passwordlessGrant, username, otp, realm });

async function mailed(recipient: string): Promise<{ code: string; otp: string; url: URL }> {
  const { text } = await newestMessage(here.database, recipient);
  const url = new URL(/https?:\S+/.exec(text)?.[0] ?? '');
  return { code: /code: (\d{6})/.exec(text)?.[1] ?? '', otp: url.searchParams.get('otp') ?? '', url };
}

const refused = (error_description: string) => ({ error: 'invalid_grant', error_description });
const wrong = refused(messages.wrongCode);

test('mails a link and a code; using either invalidates the other', async () => {
  for (const which of ['code', 'otp'] as const) {
    expect((await start('olga@people.test')).json()).toEqual({});
    const sent = await mailed('Olga@people.test');
    expect([sent.url.origin, sent.url.pathname]).toEqual(['http://mailcall.test', '/magic']);
    expect(sent.url.searchParams.get('email')).toBe('Olga@people.test');
    const answer = await signIn('olga@people.test', sent[which]);
    expect(answer.statusCode).toBe(200);
    const { access_token } = answer.json<{ access_token: string }>();
    const asked = await here.app.http.inject({
      url: '/api/identity/userinfo',
      headers: bearer(access_token),
    });
    expect(asked.json()).toMatchObject({ sub: 'olga' });
    const other = await signIn('olga@people.test', which === 'code' ? sent.otp : sent.code);
    const text = which === 'code' ? messages.linkReplaced : messages.codeReplaced;
    expect([other.statusCode, other.json()]).toEqual([400, refused(text)]);
    const again = await signIn('olga@people.test', sent[which]);
    expect(again.json()).toEqual(refused(which === 'code' ? messages.codeUsed : messages.linkUsed));
  }
});

test('texts a code that works only for SMS', async () => {
  expect((await startSms('(202) 555-0101')).statusCode).toBe(200);
  const { text } = await newestMessage(here.database, '+12025550101');
  const code = /^(\d{6}) is your Mailcall code/.exec(text)?.[1] ?? '';
  expect((await signIn('olga@people.test', code, 'email')).statusCode).toBe(400);
  expect((await signIn('+12025550101', code, 'sms')).statusCode).toBe(200);
});

test.each([' ', '-', ' \u2013 '])('a code typed with %j in its middle signs in', async (separator) => {
  await start('olga@people.test');
  const { code } = await mailed('Olga@people.test');
  const typed = ` ${code.slice(0, 3)}${separator}${code.slice(3)} `;
  expect((await signIn('olga@people.test', typed)).statusCode).toBe(200);
});

test('signs in a person without a password and keeps a limited person limited', async () => {
  for (const [person, status] of [
    ['newcomer', 200],
    ['lim', 403],
  ] as const) {
    await start(`${person}@people.test`);
    const { code } = await mailed(`${person}@people.test`);
    const answer = await signIn(`${person}@people.test`, code);
    const { access_token } = answer.json<{ access_token: string }>();
    const asked = await here.app.http.inject({
      url: '/api/data/accounts/contacts?accountIds[]=*',
      headers: bearer(access_token),
    });
    expect(asked.statusCode).toBe(status);
  }
});

test.each([
  ['code', 10],
  ['otp', 15],
] as const)('the %s is good for %d minutes', async (which, minutes) => {
  await start('olga@people.test');
  const sent = await mailed('Olga@people.test');
  here.clock.advance(minutes * 60_000);
  expect((await signIn('olga@people.test', sent[which])).json()).toEqual(
    refused(which === 'code' ? messages.codeExpired : messages.linkExpired),
  );
  await start('olga@people.test');
  const again = await mailed('Olga@people.test');
  here.clock.advance(minutes * 60_000 - 1000);
  expect((await signIn('olga@people.test', again[which])).statusCode).toBe(200);
});

test('replaces an older code, even one of the other channel', async () => {
  await start('olga@people.test');
  const first = await mailed('Olga@people.test');
  await startSms('2025550101');
  expect((await signIn('olga@people.test', first.otp)).json()).toEqual(refused(messages.linkReplaced));
  expect((await signIn('olga@people.test', first.code)).json()).toEqual(refused(messages.codeReplaced));
});

test('lets one of fifty concurrent uses sign in', async () => {
  await start('olga@people.test');
  const { otp } = await mailed('Olga@people.test');
  const statuses = await Promise.all(
    Array.from({ length: 50 }, async () => (await signIn('olga@people.test', otp)).statusCode),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test('locks a known person only out of passwords by trying everything at one address', async () => {
  const attacker = { remoteAddress: '203.0.113.66' };
  const attack = (path: string, payload: object) =>
    here.app.http.inject({ method: 'POST', url: `/api/identity${path}`, payload, ...attacker });
  const username = 'olga@people.test';
  await start(username);
  const sent = await mailed('Olga@people.test');
  const guess = sent.code === '000000' ? '000001' : '000000';
  const link = await makeSignInLink(here, username);
  const attempts: [path: string, payload: object][] = [
    ['/oauth/token', { grant_type: passwordRealmGrant, username, password: 'wrong' }],
    ['/oauth/token', { grant_type: passwordlessGrant, username, otp: guess }],
    [
      '/oauth/token',
      { grant_type: passwordRealmGrant, realm: 'limited-access', username, password: 'x'.repeat(43) },
    ],
    ['/contacts/activate/verify', { email: username, code: 'wrong' }],
    ['/users/check', { email: username }],
  ];
  for (const [path, payload] of attempts)
    for (let again = 0; again < 7; again += 1) await attack(path, payload);
  expect((await attack('/oauth/token', attempts[1]?.[1] ?? {})).statusCode).toBe(429);
  expect(
    (await post('/oauth/token', { grant_type: passwordRealmGrant, username, password: testPassword }))
      .statusCode,
  ).toBe(429);
  // guesses elsewhere do not end the code of the requesting browser
  expect((await signIn(username, sent.code)).statusCode).toBe(200);
  const token = new URL(link).searchParams.get('token');
  expect(
    (
      await post('/oauth/token', {
        grant_type: passwordRealmGrant,
        realm: 'limited-access',
        username,
        password: token,
      })
    ).statusCode,
  ).toBe(200);
  for (let again = 0; again < 7; again += 1)
    await attack('/passwordless/start', { connection: 'email', email: username });
  expect((await post('/users/check', { email: username })).statusCode).toBe(200);
  for (const which of ['code', 'otp'] as const) {
    expect((await start(username)).statusCode).toBe(200);
    expect((await signIn(username, (await mailed('Olga@people.test'))[which])).statusCode).toBe(200);
  }
});

test.each([5, 1])('accepts a code at another network after %d wrong guesses of others', async (guesses) => {
  await start('olga@people.test');
  const { code } = await mailed('Olga@people.test');
  const elsewhere = (index: number, otp: string) =>
    here.app.http.inject({
      method: 'POST',
      url: '/api/identity/oauth/token',
      payload: { grant_type: passwordlessGrant, username: 'olga@people.test', otp },
      remoteAddress: `203.0.113.${index}`,
    });
  for (let index = 0; index < guesses; index += 1)
    await elsewhere(index, code === '000000' ? '000001' : '000000');
  expect((await elsewhere(99, code)).statusCode).toBe(guesses < 5 ? 200 : 400);
});

test('refuses the correct code after five wrong guesses but keeps the link', async () => {
  await start('olga@people.test');
  const { code, otp } = await mailed('Olga@people.test');
  const guess = code === '000000' ? '000001' : '000000';
  for (let tries = 1; tries <= 5; tries += 1) {
    const says = tries < 5 ? wrong : refused(messages.codeOver);
    expect((await signIn('olga@people.test', guess)).json()).toEqual(says);
    here.clock.advance(1000);
  }
  here.clock.advance(31_000);
  expect((await signIn('olga@people.test', code)).json()).toEqual(refused(messages.codeOver));
  here.clock.advance(61_000);
  expect((await signIn('olga@people.test', otp)).statusCode).toBe(200);
});

test('counts a used code as a guess', async () => {
  await start('olga@people.test');
  const old = await mailed('Olga@people.test');
  await start('olga@people.test');
  const present = await mailed('Olga@people.test');
  for (let tries = 0; tries < 5; tries += 1) await signIn('olga@people.test', old.code);
  here.clock.advance(31_000);
  expect((await signIn('olga@people.test', present.code)).json()).toEqual(refused(messages.codeOver));
});

test('after five wrong guesses a new code signs in at once', async () => {
  await start('olga@people.test');
  const { code } = await mailed('Olga@people.test');
  const guess = code === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries += 1) await signIn('olga@people.test', guess);
  await start('olga@people.test');
  const { code: second } = await mailed('Olga@people.test');
  expect((await signIn('olga@people.test', second)).statusCode).toBe(200);
});

test('a guess from elsewhere does not reveal that a person waits for a code', async () => {
  await start('olga@people.test');
  const { code } = await mailed('Olga@people.test');
  const guess = code === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 6; tries += 1) {
    const answer = await here.app.http.inject({
      method: 'POST',
      url: '/api/identity/oauth/token',
      payload: { grant_type: passwordlessGrant, username: 'olga@people.test', otp: guess },
      remoteAddress: `203.0.113.${tries}`,
    });
    expect(answer.json()).toEqual(wrong);
  }
});

test('links that are over, forgotten, or cut off are no guesses', async () => {
  await start('olga@people.test');
  const old = await mailed('Olga@people.test');
  expect((await signIn('olga@people.test', old.otp)).statusCode).toBe(200);
  await start('olga@people.test');
  const { code } = await mailed('Olga@people.test');
  for (let tries = 0; tries < 40; tries += 1)
    expect((await signIn('olga@people.test', old.otp)).json()).toEqual(refused(messages.linkUsed));
  for (let tries = 0; tries < 3; tries += 1)
    expect((await signIn('olga@people.test', old.otp.slice(0, 30))).json()).toEqual(
      refused(messages.linkUnknown),
    );
  for (let tries = 0; tries < 2; tries += 1)
    expect((await signIn('olga@people.test', 'x'.repeat(43))).json()).toEqual(refused(messages.linkUnknown));
  here.clock.advance(31_000);
  expect((await signIn('olga@people.test', code)).statusCode).toBe(200);
});

test('answers an unknown person alike, without a message', async () => {
  const before = await outboxSize(here.database);
  const [known, unknown] = [await start('olga@people.test'), await start('nobody@people.test')];
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
  // a row either way: the same work, and the same on disk
  expect(await outboxSize(here.database)).toBe(before + 2);
  await expect(newestMessage(here.database, 'nobody@people.test')).rejects.toThrow('nothing');
  expect((await signIn('nobody@people.test', '123456')).json()).toEqual(wrong);
});

test('makes known and unknown people wait for the sixth message in quick succession', async () => {
  for (const email of ['olga@people.test', 'nobody@people.test']) {
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await start(email)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  }
});

test.each([
  [{ connection: 'email' }, 'email: Email or phone number is required'],
  [{ connection: 'email', email: '2025550101' }, 'Invalid email/phone'],
  [{ connection: 'sms', phone_number: 'olga@people.test' }, 'Invalid email/phone'],
  [{ connection: 'pigeon', email: 'olga@people.test' }, 'connection: Use email or sms.'],
])('%j is refused with a message', async (body, description) => {
  const answer = await post('/passwordless/start', body);
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { error: 'invalid_request', error_description: description },
  ]);
});

test('reveals who is known only in users/check', async () => {
  const known = await post('/users/check', { email: 'OLGA@people.test' });
  expect([known.statusCode, known.json<{ data: object }>().data]).toEqual([
    200,
    { email: 'OLGA@people.test' },
  ]);
  expect((await post('/users/check', { email: 'nobody@people.test' })).statusCode).toBe(404);
  const statuses: number[] = [];
  for (let tries = 0; tries < 6; tries += 1)
    statuses.push((await post('/users/check', { email: 'somebody@people.test' })).statusCode);
  expect(statuses.at(-1)).toBe(429);
});

test('reveals nothing about a phone number in users/check, not even by its limit', async () => {
  const check = (email: string) => post('/users/check', { email });
  const unknown = await check('+12025550199');
  const known = await check('(202) 555-0101');
  expect([known.statusCode, known.body]).toEqual([404, unknown.body]);
  for (let tries = 0; tries < 6; tries += 1) await check('olga@people.test');
  expect((await check('olga@people.test')).statusCode).toBe(429);
  expect((await check('+12025550101')).statusCode).toBe(404);
});

test('never makes a daily code user or a whole office in an hour wait', async () => {
  for (let times = 0; times < 40; times += 1) {
    here.clock.advance(60_000);
    expect((await post('/users/check', { email: 'olga@people.test' })).statusCode).toBe(200);
    expect((await start('olga@people.test')).statusCode).toBe(200);
    const { code } = await mailed('Olga@people.test');
    expect((await signIn('olga@people.test', code)).statusCode).toBe(200);
  }
});
