import type { ContactWithdrawal } from '@mailcall/contract/contact-withdrawal.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { beforeEach, expect, test } from 'vitest';
import { linkIn, newestMessage, outboxSize } from '../../../tests/support/outbox.ts';
import { addPerson, bearer, signInAs, testApp, testPassword } from '../../../tests/support/test-app.ts';

const here = testApp();
const hour = 60 * 60 * 1000;

beforeEach(async () => {
  // attempts of one test must not delay the next
  here.clock.advance(2 * 24 * hour);
  await here.database.pool.query(
    'delete from contacts; delete from outbox; delete from pending_contact_changes; delete from contact_changes',
  );
  await addPerson(here.database, { id: 'olga', phone: '+12025550101', accounts: [] });
});

const olga = () => signInAs(here, 'olga@people.test');
const identity = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, token?: string) =>
  here.app.http.inject({
    method,
    url: `/api/identity${path}`,
    headers: token === undefined ? {} : bearer(token),
    ...(payload && { payload }),
  });
const request = (token: string, email: string) =>
  identity('PUT', '/user/settings', { email, password: testPassword }, token);
const confirm = async (token: string, email: string) => {
  const { text } = await newestMessage(here.database, email);
  return identity('POST', '/user/settings/confirm', { code: /\d{6}/.exec(text)?.[0] }, token);
};
const change = async (token: string, email: string) => {
  await request(token, email);
  expect((await confirm(token, email)).statusCode).toBe(200);
};
const linkTo = async (recipient = 'olga@people.test') =>
  linkIn((await newestMessage(here.database, recipient)).text);
const tokenOf = (link: URL) => link.searchParams.get('token') ?? '';
const look = async (link: URL) => {
  const answer = await identity('POST', '/contacts/withdraw/verify', { token: tokenOf(link) });
  return answer.json<{ data: ContactWithdrawal }>().data;
};
const press = (link: URL) => identity('POST', '/contacts/withdraw', { token: tokenOf(link) });
const status = async (token: string) =>
  (await identity('GET', '/user/settings', undefined, token)).statusCode;
const contact = async () => {
  const { rows } = await here.database.pool.query<object>(
    `select email, phone, password_hash is not null as password,
      (select count(*)::int from pending_contact_changes) as pending from contacts where id = 'olga'`,
  );
  return rows[0];
};
const before = { email: 'olga@people.test', phone: '+12025550101', password: true, pending: 0 };

test('withdraws a request by its link, ends every session and mails a password link', async () => {
  const token = await olga();
  await request(token, 'thief@people.test');
  const link = await linkTo();
  expect(link.pathname).toBe('/withdraw');
  expect(await look(link)).toEqual({ state: 'requested', fields: ['email'] });
  expect(await contact()).toEqual({ ...before, pending: 1 });
  const pressed = await press(link);
  expect(pressed.json()).toMatchObject({ data: { state: 'withdrawn', fields: ['email'] } });
  expect(await contact()).toEqual(before);
  expect(await look(link)).toEqual({ state: 'withdrawn', fields: [] });
  expect(await status(token)).toBe(401);
  const mail = await newestMessage(here.database, 'olga@people.test');
  expect(mail.subject).toBe('Your Mailcall account was restored');
  const setup = linkIn(mail.text);
  expect(setup.pathname).toBe('/setup');
  const chosen = await identity('POST', '/contacts/activate', {
    ...Object.fromEntries(setup.searchParams),
    password: `${testPassword}x`,
  });
  expect(chosen.statusCode).toBe(200);
  expect(
    (
      await confirm(
        await signInAs(here, 'olga@people.test', { password: `${testPassword}x` }),
        'thief@people.test',
      )
    ).json(),
  ).toMatchObject({
    message: messages.newDetailsCodeExpired,
  });
});

test('restores the previous address for 72 hours after two changes and removes the password', async () => {
  const token = await olga();
  await request(token, 'thief@people.test');
  const ofRequest = await linkTo();
  await confirm(token, 'thief@people.test');
  const ofChange = await linkTo();
  await change(token, 'thief.two@people.test');
  await identity('PUT', '/user/settings', { phoneNumber: '3035550199', password: testPassword }, token);
  await confirm(token, '+13035550199');
  here.clock.advance(72 * hour - 1);
  const session = await signInAs(here, 'thief.two@people.test');
  expect(await look(ofRequest)).toEqual({ state: 'changed', fields: ['email', 'phone'] });
  expect((await press(ofChange)).statusCode).toBe(200);
  expect(await contact()).toEqual({ ...before, password: false });
  expect(await status(session)).toBe(401);
  expect((await newestMessage(here.database, 'olga@people.test')).text).toContain(
    'The change of your email address and phone number was undone',
  );
  const messageCount = await outboxSize(here.database);
  for (const link of [ofRequest, ofChange]) {
    expect(await look(link)).toEqual({ state: 'withdrawn', fields: [] });
    expect((await press(link)).statusCode).toBe(200);
  }
  expect(await outboxSize(here.database)).toBe(messageCount);
});

test('removes passkeys, even one added before the change', async () => {
  const count = async () => (await here.database.pool.query('select 1 from passkeys')).rowCount;
  await here.database.pool.query(
    `insert into passkeys (id, contact_id, public_key, counter, transports, may_be_backed_up, backed_up, name, created_at)
     values ('olga-key', 'olga', '', 0, '{}', false, false, 'Key', $1)`,
    [new Date(here.clock.now().getTime() - 24 * hour)],
  );
  await request(await olga(), 'thief@people.test');
  await press(await linkTo());
  expect(await count()).toBe(0);
});

test('gives a new address no link', async () => {
  const token = await olga();
  await change(token, 'thief@people.test');
  for (const email of ['olga@people.test', 'thief.two@people.test']) {
    await request(token, email);
    const { text } = await newestMessage(here.database, 'thief@people.test');
    expect(text).toContain('change your password at once');
    expect(text).not.toContain('/withdraw');
  }
  here.clock.advance(72 * hour + 1);
  await request(await signInAs(here, 'thief@people.test'), 'third@people.test');
  expect((await linkTo('thief@people.test')).pathname).toBe('/withdraw');
});

test('undoes nothing by a forged, old or used link', async () => {
  const token = await olga();
  await change(token, 'new@people.test');
  const link = await linkTo();
  const [payload, mac] = tokenOf(link).split('.');
  const later = Buffer.from(JSON.stringify(['olga', here.clock.now().getTime() - hour])).toString(
    'base64url',
  );
  for (const forged of [`${payload}.`, `${later}.${mac}`, `${payload}.${mac}.`, 'none']) {
    const answer = await identity('POST', '/contacts/withdraw', { token: forged });
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      422,
      messages.withdrawalLinkUnknown,
    ]);
  }
  here.clock.advance(72 * hour);
  expect((await press(link)).json()).toMatchObject({ message: messages.withdrawalLinkExpired });
  expect(await contact()).toEqual({ ...before, email: 'new@people.test' });
});

test('undoes nothing after the request ended and keeps the provider’s values', async () => {
  const token = await olga();
  await request(token, 'new@people.test');
  const link = await linkTo();
  here.clock.advance(hour);
  expect((await press(link)).json()).toMatchObject({ data: { state: 'nothing', fields: [] } });
  expect(await status(await olga())).toBe(200);
  await change(await olga(), 'new@people.test');
  await here.database.pool.query(`update contacts set email = 'of.feed@people.test' where id = 'olga'`);
  expect(await look(link)).toEqual({ state: 'nothing', fields: [] });
});

test('does not take an address that another person has meanwhile', async () => {
  await change(await olga(), 'new@people.test');
  const link = await linkTo();
  await addPerson(here.database, { id: 'other', accounts: [] });
  await here.database.pool.query(`update contacts set email = 'olga@people.test' where id = 'other'`);
  expect((await press(link)).json()).toMatchObject({ message: messages.emailTaken });
  expect(await contact()).toEqual({ ...before, email: 'new@people.test' });
});

test('restores a phone shared with a colleague with the email and informs other systems', async () => {
  await addPerson(here.database, { id: 'other', phone: '+12025550101', accounts: [] });
  const token = await olga();
  await request(token, 'thief@people.test');
  const link = await linkTo();
  await confirm(token, 'thief@people.test');
  await identity('PUT', '/user/settings', { phoneNumber: '3035550199', password: testPassword }, token);
  await confirm(token, '+13035550199');
  await here.database.pool.query('delete from portal_changes');
  expect((await press(link)).statusCode).toBe(200);
  expect(await contact()).toEqual({ ...before, password: false });
  const { rows } = await here.database.pool.query('select file, row_id, contact_id from portal_changes');
  expect(rows).toEqual([{ file: 'contacts', row_id: 'olga', contact_id: 'olga' }]);
});

test('leaves only the old address after a simultaneous confirmation and withdrawal', async () => {
  for (let round = 0; round < 6; round += 1) {
    here.clock.advance(73 * hour);
    await here.database.pool.query('delete from contacts; delete from contact_changes');
    await addPerson(here.database, { id: 'olga', phone: '+12025550101', accounts: [] });
    const token = await olga();
    await request(token, 'thief@people.test');
    const link = await linkTo();
    const attempts = [() => confirm(token, 'thief@people.test'), () => press(link), () => press(link)];
    if (round % 2 === 0) attempts.reverse();
    const [first, , last] = await Promise.all(attempts.map((attempt) => attempt()));
    const confirmed = (round % 2 === 0 ? last : first)?.statusCode === 200;
    expect(await contact()).toEqual({ ...before, password: !confirmed });
    expect(await status(token)).toBe(401);
  }
});
