import { limitedRole } from '@mailcall/contract/identity.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { endSessionsByOperator } from './index.ts';

const here = testApp();
let people = 0;

beforeAll(async () => {
  await addAccounts(here.database, [
    { id: 'group', name: 'Group' },
    { id: 'west', name: 'west office', parent: 'group' },
    { id: 'east', name: 'East office', parent: 'group' },
    { id: 'annex', name: 'Annex', parent: 'east' },
    { id: 'closed', name: 'Closed', parent: 'group', deleted: true },
    { id: 'below-closed', name: 'Below closed', parent: 'closed' },
    { id: 'stranger', name: 'Stranger' },
  ]);
});

let email: string;
let id: string;
beforeEach(async () => {
  people += 1;
  id = `person-${people}`;
  email = `${id}@people.test`;
  await addPerson(here.database, { id, accounts: ['group'] });
});

const contacts = '/api/data/accounts/contacts?accountIds[]=*';
const get = (url: string, token: string, headers: Record<string, string> = {}) =>
  here.app.http.inject({ url, headers: { ...bearer(token), ...headers } });
interface Related {
  data: { accounts: { id: string; parent: string | null; children: string[] }[]; sessionVersion: string };
}
const related = async (token: string) =>
  (await get('/api/identity/user/relatedAccounts', token)).json<Related>().data;

test('lists linked accounts and their sub-accounts by name', async () => {
  const { accounts } = await related(await signInAs(here, email));
  expect(accounts.map(({ id: account, parent, children }) => [account, parent, children])).toEqual([
    ['annex', 'east', []],
    ['east', 'group', ['annex']],
    ['group', null, ['east', 'west']],
    ['west', 'group', []],
  ]);
});

test('gives no access to the group above an office', async () => {
  await addPerson(here.database, { id: `${id}-desk`, accounts: ['east'] });
  const { accounts } = await related(await signInAs(here, `${id}-desk@people.test`));
  expect(accounts.map(({ id: account, parent }) => [account, parent])).toEqual([
    ['annex', 'east'],
    ['east', null],
  ]);
});

test('ends the query for accounts that are each other’s parents', async () => {
  await addAccounts(here.database, [
    { id: `${id}-a`, parent: `${id}-b` },
    { id: `${id}-b`, parent: `${id}-a` },
  ]);
  await addPerson(here.database, { id: `${id}-ring`, accounts: [`${id}-a`] });
  expect((await related(await signInAs(here, `${id}-ring@people.test`))).accounts).toHaveLength(2);
});

test('returns the person’s profile in userinfo', async () => {
  const answer = await get('/api/identity/userinfo', await signInAs(here, email));
  expect(answer.json()).toMatchObject({ sub: id, name: `Person ${id}`, email, picture: null });
});

test('refuses the token after logout but not another session’s', async () => {
  const [one, other] = [await signInAs(here, email), await signInAs(here, email)];
  const logout = await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/logout',
    headers: bearer(one),
  });
  expect(logout.json()).toEqual({ status: 'success', data: {} });
  expect((await get(contacts, one)).statusCode).toBe(401);
  expect((await get(contacts, other)).statusCode).toBe(200);
});

test('ends every session of one person by an operator', async () => {
  const tokens = [await signInAs(here, email), await signInAs(here, email)];
  const other = `${id}-other`;
  await addPerson(here.database, { id: other, accounts: ['group'] });
  const others = await signInAs(here, `${other}@people.test`);
  expect(await endSessionsByOperator(here, email.toUpperCase())).toEqual({
    contactId: id,
    email,
    ended: 2,
    removedPasskeys: 0,
  });
  for (const token of tokens) expect((await get(contacts, token)).statusCode).toBe(401);
  expect((await get(contacts, others)).statusCode).toBe(200);
  expect(await endSessionsByOperator(here, email)).toMatchObject({ ended: 0 });
  expect((await get(contacts, await signInAs(here, email))).statusCode).toBe(200);
  const { rows } = await here.database.pool.query(
    `select run_by is not null as named, counts from command_runs where command = 'sessions end' order by id limit 1`,
  );
  expect(rows).toEqual([{ named: true, counts: { sessions: 2, passkeys: 0 } }]);
  const elsewhere = { ...here, environment: { identityIssuer: 'https://issuer.test/' } };
  await expect(
    endSessionsByOperator({ ...elsewhere, database: here.database, clock: here.clock }, email),
  ).rejects.toThrow('The sessions are those of the issuer https://issuer.test/. End them there.');
});

test('accepts a token for its hour and a minute of clock difference', async () => {
  const token = await signInAs(here, email);
  // a used session; an idle one ends sooner
  for (const minutes of [29, 29]) {
    here.clock.advance(minutes * 60_000);
    expect((await get(contacts, token)).statusCode).toBe(200);
  }
  here.clock.advance(2 * 60_000 + 59_000);
  expect((await get(contacts, token)).statusCode).toBe(200);
  here.clock.advance(2000);
  const answer = await get(contacts, token);
  expect(answer.statusCode).toBe(401);
  expect(answer.headers['www-authenticate']).toBe('Bearer');
  expect(answer.json()).toEqual({ status: 'error', message: 'You have been logged out', data: null });
});

test('signs a removed person out', async () => {
  const token = await signInAs(here, email);
  await here.database.kysely.updateTable('contacts').set({ deleted: true }).where('id', '=', id).execute();
  expect((await get(contacts, token)).statusCode).toBe(401);
});

test('limits existing sessions by a limited role added to the contact', async () => {
  const token = await signInAs(here, email);
  await here.database.kysely
    .updateTable('contacts')
    .set({ roles: [limitedRole] })
    .where('id', '=', id)
    .execute();
  const answer = await get(contacts, token);
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
    403,
    'You are currently logged in with limited access. Verify your identity to view this page',
  ]);
});

test('keeps the token’s limited role after the contact loses it', async () => {
  await here.database.kysely
    .updateTable('contacts')
    .set({ roles: [limitedRole] })
    .where('id', '=', id)
    .execute();
  const token = await signInAs(here, email);
  await here.database.kysely.updateTable('contacts').set({ roles: [] }).where('id', '=', id).execute();
  expect((await get(contacts, token)).statusCode).toBe(403);
});

test('changes the session version only with accounts and roles', async () => {
  const token = await signInAs(here, email);
  const version = async () => (await related(token)).sessionVersion;
  const versions = [await version()];
  const { kysely } = here.database;
  await kysely.updateTable('contacts').set({ name: 'Renamed' }).where('id', '=', id).execute();
  expect(await version()).toBe(versions[0]);
  await kysely.insertInto('contact_accounts').values({ contact_id: id, account_id: 'stranger' }).execute();
  versions.push(await version());
  await addAccounts(here.database, [{ id: `${id}-new`, parent: 'group' }]);
  versions.push(await version());
  await kysely
    .updateTable('contacts')
    .set({ roles: ['billing'] })
    .where('id', '=', id)
    .execute();
  versions.push(await version());
  expect(new Set(versions).size).toBe(4);
});

test('answers a stale session with 409, before 403, and lets it refresh', async () => {
  const token = await signInAs(here, email, { realm: 'limited-access' });
  const { sessionVersion } = await related(token);
  expect((await get(contacts, token, { 'x-session-version': sessionVersion })).statusCode).toBe(403);
  expect((await get(contacts, token)).statusCode).toBe(403);
  const stale = await get(contacts, token, { 'x-session-version': '1.older' });
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({ status: 'error', data: null });
  const renewal = await get('/api/identity/user/relatedAccounts', token, { 'x-session-version': '1.older' });
  expect(renewal.statusCode).toBe(200);
});

test.each([
  ['no header', undefined],
  ['another scheme', 'Basic b2xnYTpwYXNzd29yZA=='],
  ['no token', 'Bearer '],
  ['something that is no token', 'Bearer abc.def.ghi'],
  ['several words', 'Bearer a b'],
])('%s gets 401', async (_, authorization) => {
  const answer = await here.app.http.inject({
    url: contacts,
    headers: authorization === undefined ? {} : { authorization },
  });
  expect([answer.statusCode, answer.json<{ status: string }>().status]).toEqual([401, 'error']);
});
