import { passwordRealmGrant, rolesClaim } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { linkIn, newestMessage, outboxSize } from '../../../tests/support/outbox.ts';
import {
  addAccounts,
  addPerson,
  bearer,
  signInAs,
  testApp,
  testPassword,
} from '../../../tests/support/test-app.ts';
import { listContacts } from '../operators/index.ts';
import { makeSetupLink } from './setup-link.ts';
import { makeSignInLink } from './sign-in-link.ts';

const here = testApp();

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'own' }, { id: 'own-sub', parent: 'own' }, { id: 'foreign' }]);
  for (const id of ['olga', 'felix', 'lock', 'linda', 'rita'])
    await addPerson(here.database, { id, accounts: ['own'] });
  for (const id of ['newcomer', 'nina']) await addPerson(here.database, { id, password: false });
  await addPerson(here.database, { id: 'noor', accounts: ['own'], password: false });
  await here.database.kysely
    .updateTable('contact_accounts')
    .set({ is_primary: true })
    .where('contact_id', '=', 'olga')
    .execute();
});
beforeEach(() => here.clock.advance(2 * 24 * 60 * 60 * 1000));

const post = (path: string, payload: object, token?: string) =>
  here.app.http.inject({
    method: 'POST',
    url: `/api/identity${path}`,
    payload,
    headers: token === undefined ? {} : bearer(token),
  });
const partsOf = (url: URL) => ({
  email: url.searchParams.get('email') ?? '',
  code: url.searchParams.get('code') ?? '',
});
const messageOf = (answer: { json: <T>() => T }) => answer.json<{ message: string }>().message;

test('sets a new password by a reset mail, ends sessions and notifies the owner', async () => {
  const token = await signInAs(here, 'olga@people.test');
  expect((await post('/users/resetPassword', { email: 'OLGA@people.test' })).json()).toEqual({
    status: 'success',
    data: {},
  });
  const mail = await newestMessage(here.database, 'olga@people.test');
  const url = linkIn(mail.text);
  expect([url.origin, url.pathname]).toEqual(['http://mailcall.test', '/setup']);
  here.clock.advance(1000);
  const answer = await post('/contacts/activate', { ...partsOf(url), password: 'Another-Horse-2' });
  expect(answer.statusCode).toBe(200);
  const told = await newestMessage(here.database, 'olga@people.test');
  expect(told.subject).toBe('Your Mailcall password was changed');
  expect(
    (await here.app.http.inject({ url: '/api/identity/userinfo', headers: bearer(token) })).statusCode,
  ).toBe(401);
  await signInAs(here, 'olga@people.test', { password: 'Another-Horse-2' });
});

async function resetLinkOf(email: string) {
  expect((await post('/users/resetPassword', { email })).statusCode).toBe(200);
  return partsOf(linkIn((await newestMessage(here.database, email)).text));
}

test('explains an invalid reset link and exchanges it for a mail with a new one', async () => {
  const email = 'rita@people.test';
  const replaced = await resetLinkOf(email);
  here.clock.advance(60_000);
  const used = await resetLinkOf(email);
  const saysReplaced = messageOf(await post('/contacts/activate/verify', replaced));
  expect(saysReplaced).toBe(messages.resetLinkReplaced);
  expect((await post('/contacts/activate', { ...used, password: 'Another-Horse-2' })).statusCode).toBe(200);
  const saysUsed = messageOf(await post('/contacts/activate/verify', used));
  expect(saysUsed).toBe(messages.resetLinkUsed);
  here.clock.advance(60_000);
  const expired = await resetLinkOf(email);
  here.clock.advance(72 * 60 * 60 * 1000);
  for (const path of ['/contacts/activate/verify', '/contacts/activate']) {
    const password = path.endsWith('verify') ? {} : { password: 'Another-Horse-3' };
    const answer = await post(path, { ...expired, ...password });
    expect([answer.statusCode, messageOf(answer)]).toEqual([422, messages.resetLinkExpired]);
  }
  for (const text of [saysReplaced, saysUsed, messages.resetLinkExpired]) {
    // 'activated' leads the web app to the login, 'expire' to a new link
    expect(text).not.toContain('activated');
    expect(text).toContain('expire');
  }

  for (const over of [replaced, used, expired]) {
    here.clock.advance(60 * 60 * 1000);
    const answer = await post('/contacts/refresh-activation-link', over);
    expect(answer.json()).toEqual({ status: 'success', data: { purpose: 'reset' } });
    const mail = await newestMessage(here.database, email);
    expect(mail.subject).toBe('Choose a new Mailcall password');
    expect(linkIn(mail.text).pathname).toBe('/setup');
    expect((await post('/contacts/activate/verify', partsOf(linkIn(mail.text)))).statusCode).toBe(200);
  }
});

test('reveals nothing about another person’s or an unknown reset code', async () => {
  const { code } = await resetLinkOf('rita@people.test');
  here.clock.advance(73 * 60 * 60 * 1000);
  for (const path of ['/contacts/activate/verify', '/contacts/refresh-activation-link']) {
    const answers = [
      await post(path, { email: 'felix@people.test', code }),
      await post(path, { email: 'nobody@people.test', code }),
      await post(path, { email: 'rita@people.test', code: 'wrong' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  }
});

test('answers a reset for an unknown person alike, without a mail', async () => {
  const before = await outboxSize(here.database);
  const [known, unknown] = [
    await post('/users/resetPassword', { email: 'felix@people.test' }),
    await post('/users/resetPassword', { email: 'nobody@people.test' }),
  ];
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
  expect(await outboxSize(here.database)).toBe(before + 2);
  await expect(newestMessage(here.database, 'nobody@people.test')).rejects.toThrow('nothing');
});

test.each([
  ['smith&jones@people.test', 'Smith&Jones@people.test'],
  ["o'neil@people.test", " O'Neil@people.test "],
  ['olga+desk@people.test', 'olga+desk@people.test'],
  ['ann@xn--bcher-kva.example', 'ann@bücher.example'],
  ['bob@xn--bcher-kva.example', 'bob@xn--bcher-kva.example'],
  // stored before the feed had one spelling
  ['cat@bücher.example', 'cat@BÜCHER.example'],
  ['dan@bücher.example', 'dan@xn--bcher-kva.example'],
])('%s signs in as %j, and gets a reset link', async (email, typed) => {
  const id = email.split('@')[0] ?? '';
  await addPerson(here.database, { id, accounts: ['own'] });
  await here.database.kysely.updateTable('contacts').set({ email }).where('id', '=', id).execute();
  await signInAs(here, typed);
  expect((await post('/users/resetPassword', { email: typed })).statusCode).toBe(200);
  const { code } = partsOf(linkIn((await newestMessage(here.database, email)).text));
  const answer = await post('/contacts/activate', { email: typed, code, password: 'Another-Horse-2' });
  expect(answer.statusCode).toBe(200);
});

test('sends no link to a stored text that is no email address, and lists it', async () => {
  await addPerson(here.database, { id: 'broken', accounts: ['own'] });
  const stored = 'jane,doe@office.example';
  await here.database.kysely
    .updateTable('contacts')
    .set({ email: stored })
    .where('id', '=', 'broken')
    .execute();
  await expect(makeSetupLink(here, stored)).rejects.toThrow(
    'jane,doe@office.example is not an email address. Correct contact broken in the feed.',
  );
  const page = { page: 1, pageSize: 10 };
  const { records } = await listContacts(
    here.database.kysely,
    { invalidEmail: true },
    page,
    here.clock.now(),
  );
  expect(records.map(({ id }) => id)).toEqual(['broken']);
});

test('refuses an invalid email address with the form’s message', async () => {
  for (const email of [
    '',
    'olga',
    '2025550101',
    'olga@people',
    'jane,doe@people.test',
    'olga@people.test;',
  ]) {
    const answer = await post('/users/resetPassword', { email });
    expect([answer.statusCode, answer.json<{ data: object }>().data]).toEqual([
      400,
      { email: messages.invalidEmail },
    ]);
  }
});

test('exchanges an expired activation link for a mail with a new one', async () => {
  const old = partsOf(new URL(await makeSetupLink(here, 'newcomer@people.test')));
  here.clock.advance(72 * 60 * 60 * 1000);
  expect(messageOf(await post('/contacts/activate/verify', old))).toContain('expire');
  expect((await post('/contacts/refresh-activation-link', old)).json()).toEqual({
    status: 'success',
    data: { purpose: 'setup' },
  });
  const url = linkIn((await newestMessage(here.database, 'newcomer@people.test')).text);
  expect(url.pathname).toBe('/activation');
  expect((await post('/contacts/activate/verify', partsOf(url))).statusCode).toBe(200);
  const answer = await post('/contacts/activate', { ...partsOf(url), password: testPassword });
  expect(answer.statusCode).toBe(200);
  expect(messageOf(await post('/contacts/refresh-activation-link', old))).toContain('activated');
});

test('sends no mail for a link that never existed, to known and unknown people', async () => {
  const before = await outboxSize(here.database);
  const answers = await Promise.all(
    ['nina@people.test', 'nobody@people.test'].map((email) =>
      post('/contacts/refresh-activation-link', { email, code: 'none' }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(await outboxSize(here.database)).toBe(before);
});

test('signs in five times by a mailed link’s token to a limited session and records each time', async () => {
  const url = new URL(await makeSignInLink(here, 'noor@people.test'));
  const password = url.searchParams.get('token') ?? '';
  const ask = (realm: string) =>
    post('/oauth/token', { grant_type: passwordRealmGrant, username: 'noor@people.test', password, realm });
  expect((await ask('password')).statusCode).toBe(400);
  const recorded = async () => {
    const { rows } = await here.database.pool.query<{ count: string }>(
      `select count(*) from access_log where contact_id = 'noor' and action = 'sign in'`,
    );
    return Number(rows[0]?.count);
  };
  const before = await recorded();
  const [won] = [await ask('limited-access'), await ask('limited-access')];
  const others = await Promise.all(Array.from({ length: 5 }, () => ask('limited-access')));
  expect([won, ...others].filter(({ statusCode }) => statusCode === 200)).toHaveLength(4);
  expect((await ask('limited-access')).statusCode).not.toBe(200);
  expect((await recorded()) - before).toBe(5);
  const token = won?.json<{ access_token: string }>().access_token ?? '';
  const contacts = await here.app.http.inject({
    url: '/api/data/accounts/contacts?accountIds[]=*',
    headers: bearer(token),
  });
  expect(contacts.statusCode).toBe(403);
  // the profile has the person's own roles, from which the web app knows that verifying helps
  const profile = await here.app.http.inject({ url: '/api/identity/userinfo', headers: bearer(token) });
  expect(profile.json()).toMatchObject({ [rolesClaim]: [] });

  // such a person may request the password link, only for themselves
  expect((await post('/contacts/olga/send-setup', {}, token)).statusCode).toBe(404);
  expect((await post('/contacts/noor/send-setup', {}, token)).statusCode).toBe(200);
  const setup = linkIn((await newestMessage(here.database, 'noor@people.test')).text);
  expect((await post('/contacts/activate/verify', partsOf(setup))).statusCode).toBe(200);
});

test('accepts a mailed link’s token for a day or until a newer one', async () => {
  const password = async () =>
    new URL(await makeSignInLink(here, 'nina@people.test')).searchParams.get('token') ?? '';
  const ask = async (text: string) =>
    (
      await post('/oauth/token', {
        grant_type: passwordRealmGrant,
        username: 'nina@people.test',
        password: text,
        realm: 'limited-access',
      })
    ).statusCode;
  const [first, second] = [await password(), await password()];
  expect(await ask(first)).toBe(400);
  expect(await ask(second)).toBe(200);
  const third = await password();
  here.clock.advance(24 * 60 * 60 * 1000);
  expect(await ask(third)).toBe(400);
});

test('sends no setup link to a person with a password', async () => {
  const token = await signInAs(here, 'felix@people.test');
  const answer = await post('/contacts/felix/send-setup', {}, token);
  expect([answer.statusCode, messageOf(answer)]).toEqual([
    422,
    'This account is already activated: it has a password.',
  ]);
});

test('locks password sign-in for an hour at the tenth wrong one and notifies the owner', async () => {
  const ask = (password: string) =>
    post('/oauth/token', { grant_type: passwordRealmGrant, username: 'lock@people.test', password });
  for (let tries = 0; tries < 10; tries += 1) {
    expect((await ask('Wrong-Horse-1')).statusCode).toBe(400);
    // the wait after wrong ones; without the lock, it is sixteen minutes after the tenth
    here.clock.advance(30_000 * 2 ** Math.max(0, tries - 4));
  }
  const answer = await ask(testPassword);
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, String(44 * 60)]);
  expect((await newestMessage(here.database, 'lock@people.test')).subject).toBe(
    'Sign-in to Mailcall was paused',
  );
  here.clock.advance(45 * 60 * 1000);
  expect((await ask(testPassword)).statusCode).toBe(200);
});

test('shows the signed-in person as an account’s user, primary also for accounts below', async () => {
  const tokens = [
    await signInAs(here, 'linda@people.test'),
    await signInAs(here, 'olga@people.test', { password: 'Another-Horse-2' }),
  ] as const;
  const ask = (id: string, token: string) =>
    here.app.http.inject({ url: `/api/identity/account/${id}/user`, headers: bearer(token) });
  const user = (await ask('own', tokens[0])).json<{ data: object }>().data;
  expect(user).toEqual({
    contactId: 'linda',
    name: 'Person linda',
    email: 'linda@people.test',
    phone: null,
    picture: null,
    activated: true,
    isPrimary: false,
  });
  for (const id of ['own', 'own-sub'])
    expect((await ask(id, tokens[1])).json()).toMatchObject({ data: { contactId: 'olga', isPrimary: true } });
  for (const id of ['foreign', 'unheard-of']) {
    const answer = await ask(id, tokens[0]);
    expect([answer.statusCode, messageOf(answer)]).toEqual([404, `Account ${id} not found`]);
  }
});
