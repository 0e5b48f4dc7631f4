import { passwordlessGrant, passwordRealmGrant } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { UserSettings } from '@mailcall/contract/settings.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkIn, newestMessage, outboxSize } from '../../../tests/support/outbox.ts';
import {
  addAccounts,
  addPerson,
  bearer,
  signInAs,
  testApp,
  testPassword,
} from '../../../tests/support/test-app.ts';
import { csv, FeedFolders } from '../ingest/feed-for-tests.ts';

const here = testApp();
const folders = new FeedFolders();
afterEach(() => folders.remove());

beforeEach(async () => {
  // attempts of one test must not delay the next
  here.clock.advance(2 * 24 * 60 * 60 * 1000);
  const { database } = here;
  await database.pool.query(
    'truncate contacts, contact_accounts, accounts, outbox, notification_settings, pending_contact_changes',
  );
  await addAccounts(database, [{ id: 'own' }, { id: 'closed', deleted: true }]);
  await addPerson(database, { id: 'olga', phone: '+12025550101', accounts: ['own', 'closed'] });
  await addPerson(database, { id: 'felix', phone: '+12025550102', accounts: ['own'] });
  await addPerson(database, { id: 'newcomer', accounts: ['own'], password: false });
});

const put = (token: string, payload: object) =>
  here.app.http.inject({
    method: 'PUT',
    url: '/api/identity/user/settings',
    headers: bearer(token),
    payload: { password: testPassword, ...payload },
  });
const confirm = (token: string, code: string, field?: 'email' | 'phone') =>
  here.app.http.inject({
    method: 'POST',
    url: '/api/identity/user/settings/confirm',
    headers: bearer(token),
    payload: { code, ...(field && { field }) },
  });
const codeSentTo = async (recipient: string) =>
  /\d{6}/.exec((await newestMessage(here.database, recipient)).text)?.[0] ?? '';
const change = async (token: string, payload: object, recipient: string) => {
  await put(token, payload);
  return confirm(token, await codeSentTo(recipient));
};
const get = async (token: string) => {
  const answer = await here.app.http.inject({ url: '/api/identity/user/settings', headers: bearer(token) });
  return answer.json<{ data: UserSettings }>().data;
};
const saysOf = (answer: { statusCode: number; json: <T>() => T }) => {
  const { message, data } = answer.json<{ message?: string; data: object | null }>();
  return [answer.statusCode, answer.statusCode === 400 ? data : message];
};
const olga = () => signInAs(here, 'olga@people.test');

test('shows a person’s settings; primary means a primary contact of any open account', async () => {
  const token = await olga();
  const settings = {
    email: 'olga@people.test',
    phone: '+12025550101',
    activated: true,
    isPrimary: false,
    passwordHere: true,
    pending: { email: null, phone: null },
    settings: [{ missedCallAlerts: [], receivedSmsAlerts: [], missedCallAlertRecipients: '' }],
  };
  expect(await get(token)).toEqual(settings);
  const primaryOf = (account: string) =>
    here.database.pool.query(
      `update contact_accounts set is_primary = account_id = $1 where contact_id = 'olga'`,
      [account],
    );
  await primaryOf('closed');
  expect(await get(token)).toEqual(settings);
  await primaryOf('own');
  expect(await get(token)).toEqual({ ...settings, isPrimary: true });
});

test('waits for the code to a new email, signs in with it and notifies the previous address of both', async () => {
  const token = await olga();
  const answer = await put(token, { email: ' olga.new@people.test ' });
  const pending = { email: 'olga.new@people.test', phone: null };
  expect(answer.json()).toMatchObject({ status: 'success', data: { email: 'olga@people.test', pending } });
  const requested = await newestMessage(here.database, 'olga@people.test');
  expect(requested.subject).toBe('A new email address for your Mailcall account');
  expect(requested.text).not.toContain('olga.new');
  await olga();
  await expect(signInAs(here, 'olga.new@people.test')).rejects.toThrow('400');

  const code = await codeSentTo('olga.new@people.test');
  const confirmed = await confirm(token, ` ${code.slice(0, 3)} ${code.slice(3)}`);
  expect(confirmed.json()).toMatchObject({
    data: { email: 'olga.new@people.test', pending: { email: null, phone: null } },
  });
  await expect(olga()).rejects.toThrow('400');
  await signInAs(here, 'olga.new@people.test');
  const told = await newestMessage(here.database, 'olga@people.test');
  expect(told.subject).toBe('Your Mailcall email address was changed');
  expect(told.text).not.toContain('olga.new');
  expect(await get(token)).toMatchObject({ email: 'olga.new@people.test', phone: '+12025550101' });
  expect(saysOf(await confirm(token, code))).toEqual([422, messages.newDetailsCodeExpired]);
});

test('waits for the code to a normalized new phone, signs in by text message and notifies the owner', async () => {
  const token = await olga();
  const answer = await put(token, { phoneNumber: '(303) 555-0199' });
  expect(answer.json()).toMatchObject({
    data: { phone: '+12025550101', pending: { phone: '+13035550199' } },
  });
  const confirmed = await confirm(token, await codeSentTo('+13035550199'));
  expect(confirmed.json()).toMatchObject({ data: { phone: '+13035550199', email: 'olga@people.test' } });
  expect((await newestMessage(here.database, 'olga@people.test')).subject).toBe(
    'Your Mailcall phone number was changed',
  );
  await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/passwordless/start',
    payload: { connection: 'sms', phoneNumber: '303-555-0199' },
  });
  const otp = await codeSentTo('+13035550199');
  const signIn = await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/oauth/token',
    payload: { grant_type: passwordlessGrant, realm: 'sms', username: '3035550199', otp },
  });
  expect(signIn.statusCode).toBe(200);
});

test('keeps pending email and phone side by side, each with its own code', async () => {
  const token = await olga();
  await put(token, { email: 'olga.new@people.test', phoneNumber: '3035550199' });
  const [mailed, texted] = [await codeSentTo('olga.new@people.test'), await codeSentTo('+13035550199')];
  await confirm(token, texted);
  const pending = { email: 'olga.new@people.test', phone: null };
  expect(await get(token)).toMatchObject({ email: 'olga@people.test', phone: '+13035550199', pending });
  await confirm(token, mailed);
  expect(await get(token)).toMatchObject({ email: 'olga.new@people.test', phone: '+13035550199' });
});

test('accepts only the newest code, for ten minutes and five wrong ones, and none after a withdrawal', async () => {
  const token = await olga();
  const nothing = { email: null, phone: null };
  await put(token, { email: 'first@people.test' });
  const first = await codeSentTo('first@people.test');
  await put(token, { email: 'second@people.test' });
  expect(saysOf(await confirm(token, first))).toEqual([422, messages.newDetailsCodeExpired]);
  const second = await codeSentTo('second@people.test');
  await put(token, { email: 'olga@people.test' });
  expect(await get(token)).toMatchObject({ email: 'olga@people.test', pending: nothing });
  expect(saysOf(await confirm(token, second))).toEqual([422, messages.newDetailsCodeExpired]);
  await put(token, { email: 'third@people.test' });
  const third = await codeSentTo('third@people.test');
  here.clock.advance(10 * 60 * 1000);
  expect((await get(token)).pending).toEqual(nothing);
  expect(saysOf(await confirm(token, third))).toEqual([422, messages.newDetailsCodeExpired]);

  here.clock.advance(24 * 60 * 60 * 1000);
  const again = await olga();
  await put(again, { email: 'fourth@people.test' });
  const fourth = await codeSentTo('fourth@people.test');
  const wrong = fourth === '000000' ? '000001' : '000000';
  for (let tries = 1; tries <= 5; tries += 1)
    expect(saysOf(await confirm(again, wrong))).toEqual([
      422,
      tries < 5 ? messages.wrongCode : messages.codeOver,
    ]);
  expect((await confirm(again, fourth)).statusCode).toBe(429);
  here.clock.advance(30 * 1000);
  expect(saysOf(await confirm(again, fourth))).toEqual([422, messages.codeOver]);
});

test('keeps a new email’s code after wrong codes for a new phone', async () => {
  const token = await olga();
  await put(token, { email: 'olga.new@people.test', phoneNumber: '3035550199' });
  const [mailed, texted] = [await codeSentTo('olga.new@people.test'), await codeSentTo('+13035550199')];
  const wrong = ['000000', '000001', '000002'].find((code) => code !== mailed && code !== texted) ?? '';
  for (let tries = 1; tries <= 5; tries += 1)
    expect(saysOf(await confirm(token, wrong, 'phone'))).toEqual([
      422,
      tries < 5 ? messages.wrongCode : messages.codeOver,
    ]);
  here.clock.advance(30 * 1000);
  expect(saysOf(await confirm(token, mailed, 'phone'))).toEqual([422, messages.codeOver]);
  here.clock.advance(60 * 1000);
  expect(saysOf(await confirm(token, texted, 'phone'))).toEqual([422, messages.codeOver]);
  here.clock.advance(2 * 60 * 1000);
  expect((await confirm(token, mailed, 'email')).statusCode).toBe(200);
});

test('confirms nothing by another person’s code and withdraws pending changes with a changed password', async () => {
  const token = await olga();
  await put(token, { email: 'olga.new@people.test' });
  const code = await codeSentTo('olga.new@people.test');
  const felix = await signInAs(here, 'felix@people.test');
  expect(saysOf(await confirm(felix, code))).toEqual([422, messages.wrongCode]);
  await here.app.http.inject({
    method: 'PUT',
    url: '/api/identity/user/password',
    headers: bearer(token),
    payload: { oldPassword: testPassword, newPassword: 'Brand-New-2026' },
  });
  expect((await get(token)).pending).toEqual({ email: null, phone: null });
  expect(saysOf(await confirm(token, code))).toEqual([422, messages.newDetailsCodeExpired]);
});

test('invalidates links and codes mailed to the previous address', async () => {
  const token = await olga();
  const ask = (path: string, payload: object) =>
    here.app.http.inject({ method: 'POST', url: `/api/identity${path}`, payload });
  await ask('/users/resetPassword', { email: 'olga@people.test' });
  const code = linkIn((await newestMessage(here.database, 'olga@people.test')).text).searchParams.get('code');
  await change(token, { email: 'olga.new@people.test' }, 'olga.new@people.test');
  for (const email of ['olga@people.test', 'olga.new@people.test'])
    expect((await ask('/contacts/activate/verify', { email, code })).statusCode).toBe(422);
});

test('makes other clients reload the session after a changed email', async () => {
  const [token, elsewhere] = [await olga(), await olga()];
  const related = await here.app.http.inject({
    url: '/api/identity/user/relatedAccounts',
    headers: bearer(elsewhere),
  });
  const { sessionVersion } = related.json<{ data: { sessionVersion: string } }>().data;
  const readElsewhere = async () =>
    (
      await here.app.http.inject({
        url: '/api/data/calls?accountIds[]=own',
        headers: { ...bearer(elsewhere), 'x-session-version': sessionVersion },
      })
    ).statusCode;
  expect(await readElsewhere()).toBe(200);
  await change(token, { phoneNumber: '3035550100' }, '+13035550100');
  expect(await readElsewhere()).toBe(200);
  await change(token, { email: 'olga.new@people.test' }, 'olga.new@people.test');
  expect(await readElsewhere()).toBe(409);
});

test.each<[what: string, payload: object, status: number, says: string | object]>([
  ['a cleared email', { email: ' ' }, 400, { email: 'Email is required' }],
  ['what is no email', { email: 'olga' }, 400, { email: 'Invalid Email' }],
  ['a list of emails', { email: 'a@b.example,c@d.example' }, 400, { email: 'Invalid Email' }],
  ['a cleared phone', { phoneNumber: '' }, 400, { phoneNumber: 'Phone number is required' }],
  ['what is no phone', { phoneNumber: '555-0101' }, 400, { phoneNumber: 'Invalid Phone Number' }],
  ['somebody else’s email, in any case', { email: 'FELIX@people.test' }, 422, messages.emailTaken],
  ['somebody else’s phone', { phoneNumber: '202 555 0102' }, 422, messages.phoneTaken],
  ['an unknown field', { roles: [] }, 400, { roles: 'This field is not known here.' }],
])('%s is refused, and nothing changes', async (_, payload, status, says) => {
  const token = await olga();
  const before = await get(token);
  const answer = await put(token, payload);
  expect(saysOf(answer)).toEqual([status, says]);
  expect(answer.body).not.toContain('felix');
  expect(await get(token)).toEqual(before);
  expect(await outboxSize(here.database)).toBe(0);
});

test('changes, notifies and counts nothing when saving current values', async () => {
  const token = await olga();
  for (let times = 0; times < 8; times += 1) {
    const answer = await put(token, {
      email: times % 2 === 0 ? 'olga@people.test' : 'OLGA@People.test',
      phoneNumber: '+1 (202) 555-0101',
    });
    expect(answer.statusCode).toBe(200);
  }
  expect(await outboxSize(here.database)).toBe(0);
  expect(await get(token)).toMatchObject({ email: 'olga@people.test', pending: { email: null } });
});

test('lets a person without a phone stay without one', async () => {
  await here.database.pool.query(`update contacts set phone = null where id = 'olga'`);
  const answer = await put(await olga(), { email: 'olga.new@people.test', phoneNumber: '' });
  expect(answer.json()).toMatchObject({
    data: { pending: { email: 'olga.new@people.test', phone: null }, phone: null },
  });
});

test('lets one of two concurrent changes to the same email or phone succeed', async () => {
  const [first, second] = [await olga(), await signInAs(here, 'felix@people.test')];
  for (const [wanted, recipient, taken] of [
    [{ email: 'front@people.test' }, 'front@people.test', messages.emailTaken],
    [{ phoneNumber: '3035550177' }, '+13035550177', messages.phoneTaken],
  ] as const) {
    const codes: string[] = [];
    for (const token of [first, second]) {
      await put(token, wanted);
      codes.push(await codeSentTo(recipient));
      here.clock.advance(1000);
    }
    const [ofFirst = '', ofSecond = ''] = codes;
    const answers = await Promise.all([confirm(first, ofFirst), confirm(second, ofSecond)]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 422]));
    expect(answers.filter(({ statusCode }) => statusCode === 422).map(saysOf)).toEqual([[422, taken]]);
  }
});

test('gives neither of two people each other’s email concurrently', async () => {
  const [first, second] = [await olga(), await signInAs(here, 'felix@people.test')];
  const answers = await Promise.all([
    put(first, { email: 'felix@people.test' }),
    put(second, { email: 'olga@people.test' }),
  ]);
  expect(answers.map(saysOf)).toEqual([
    [422, messages.emailTaken],
    [422, messages.emailTaken],
  ]);
});

test('makes two concurrent changes of one person one after the other', async () => {
  const token = await olga();
  const requested = await Promise.all([
    put(token, { email: 'one@people.test' }),
    put(token, { phoneNumber: '3035550188' }),
  ]);
  const codes = [await codeSentTo('one@people.test'), await codeSentTo('+13035550188')];
  const confirmed = await Promise.all(codes.map((code) => confirm(token, code)));
  expect([...requested, ...confirmed].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect(await get(token)).toMatchObject({ email: 'one@people.test', phone: '+13035550188' });
});

test('needs the password for a new email or phone, so that a copied access token changes neither', async () => {
  const token = await olga();
  for (const details of [{ email: 'thief@people.test' }, { phoneNumber: '3035550199' }]) {
    expect(saysOf(await put(token, { ...details, password: '' }))).toEqual([
      400,
      { password: messages.currentPasswordRequired },
    ]);
    expect(saysOf(await put(token, { ...details, password: 'Wrong-Horse-1' }))).toEqual([
      422,
      messages.currentPasswordWrong,
    ]);
  }
  expect((await get(token)).pending).toEqual({ email: null, phone: null });
  expect(await outboxSize(here.database)).toBe(0);
  expect((await put(token, { email: 'olga.new@people.test' })).statusCode).toBe(200);
  here.clock.advance(60_000);
  // neither repeating a pending change's code nor alerts need another proof
  expect((await put(token, { email: 'olga.new@people.test', password: '' })).statusCode).toBe(200);
  expect((await put(token, { receivedSmsAlerts: [], password: '' })).statusCode).toBe(200);
});

test('needs no proof again for a pending email in another case', async () => {
  const token = await olga();
  expect((await put(token, { email: 'olga.new@people.test' })).statusCode).toBe(200);
  here.clock.advance(60_000);
  expect((await put(token, { email: 'Olga.New@people.test', password: '' })).statusCode).toBe(200);
});

test('makes a person wait after five changes or attempts to probe who is known', async () => {
  const token = await olga();
  for (let tries = 0; tries < 5; tries += 1)
    expect((await put(token, { email: 'felix@people.test' })).statusCode).toBe(422);
  await put(token, { email: 'felix@people.test' });
  const answer = await put(token, { email: 'nobody@people.test' });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '30']);
});

test('keeps a person’s changes until the feed has a new value', async () => {
  const feed = (email: string, phone: string) =>
    folders.import(here.database.pool, {
      'contacts.csv': csv([{ id: 'fed', name: 'Fed Person', email, phone, account_ids: 'own' }]),
    });
  await feed('fed@people.test', '+12025550110');
  await here.database.pool.query(
    `update contacts set password_hash = (select password_hash from contacts where id = 'olga') where id = 'fed'`,
  );
  const token = await signInAs(here, 'fed@people.test');
  await change(token, { email: 'mine@people.test' }, 'mine@people.test');
  await change(token, { phoneNumber: '3035550111' }, '+13035550111');
  await feed('fed@people.test', '+12025550110');
  expect(await get(token)).toMatchObject({ email: 'mine@people.test', phone: '+13035550111' });
  await feed('fed@people.test', '+12025550112');
  expect(await get(token)).toMatchObject({ email: 'mine@people.test', phone: '+12025550112' });
  await feed('news@people.test', '+12025550112');
  expect(await get(token)).toMatchObject({ email: 'news@people.test', phone: '+12025550112' });
});

test('neither shows nor changes settings in a limited session', async () => {
  const token = await signInAs(here, 'olga@people.test', { realm: 'limited-access' });
  expect(saysOf(await put(token, { email: 'olga.new@people.test' }))).toEqual([403, messages.limitedAccess]);
  const password = await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/oauth/token',
    payload: { grant_type: passwordRealmGrant, username: 'olga.new@people.test', password: 'none' },
  });
  expect(password.statusCode).toBe(400);
});
