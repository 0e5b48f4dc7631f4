import * as contract from '@mailcall/contract/provider-team.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { askRoute, type RequestParts } from '../../../tests/support/request-route.ts';
import { addAccounts, addPerson, addTeamMember, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { changeRoles, listRoleChanges } from '../identity/index.ts';

const here = testApp();
const query = (sql: string, ...values: unknown[]) => here.database.pool.query(sql, values);
let oda = '';
let otto = '';

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'north' }, { id: 'south' }]);
  await addTeamMember(here.database, { id: 'oda', roles: ['operator'] });
  await addPerson(here.database, { id: 'otto' });
  await changeRoles(here, 'otto@people.test', { add: 'operator' });
  oda = await signInAs(here, 'oda@people.test');
  otto = await signInAs(here, 'otto@people.test');
});

beforeEach(() => query('delete from attempt_limits'));

const ask = <R extends AnyRoute>(token: string, route: R, parts?: RequestParts) =>
  askRoute(here, token, route, parts);

const of = (id: string) => ({ params: { id } });
const rowOf = async (id: string, token = oda) =>
  (await ask(token, contract.listTeam)).records.find((member) => member.id === id);
const add = (email: string, more: object = {}, token = oda) =>
  ask(token, contract.addMember, {
    body: {
      email,
      name: 'Nina New',
      phone: null,
      roles: ['scorer'],
      scope: ['north'],
      languages: ['en'],
      ...more,
    },
  });
const change = (id: string, body: object, token = oda) =>
  ask(token, contract.changeMember, { ...of(id), body });

test('a colleague is added, invited and changed, and it is recorded who did it', async () => {
  const { id } = await add('nina@provider.test');
  expect(await rowOf(id)).toMatchObject({
    roles: ['scorer'],
    allAccounts: false,
    offices: [{ id: 'north', name: 'Office north' }],
    activated: false,
    invitedUntil: expect.any(String) as string,
    own: false,
  });
  const { rows: mails } = await query(`select 1 from outbox where recipient = 'nina@provider.test'`);
  expect(mails.length).toBe(1);
  await change(id, { roles: ['account-manager', 'designer'], scope: 'all' });
  expect(await rowOf(id)).toMatchObject({
    roles: ['account-manager', 'designer'],
    allAccounts: true,
    offices: [],
  });
  const changes = await listRoleChanges(here.database.kysely, { page: 1, pageSize: 50 });
  expect(new Set(changes.filter(({ contactId }) => contactId === id).map(({ by }) => by))).toEqual(
    new Set(['portal: oda']),
  );
  const { records } = await ask(oda, contract.listTeam, { query: { query: 'designer' } });
  expect(records.map((member) => member.id)).toEqual([id]);
});

test('a refused change leaves no trace of one', async () => {
  const { id } = await add('traced@provider.test');
  const recorded = async () => {
    const { rows } = await query(`select action from operator_reads where subject_id = $1`, id);
    return rows.map(({ action }: { action: string }) => action);
  };
  expect(await recorded()).toEqual(['add']);
  await expect(change(id, { phone: '12' })).rejects.toThrow('is not a phone number');
  await query(`update contacts set password_hash = 'x' where id = $1`, id);
  await expect(ask(oda, contract.inviteMember, of(id))).rejects.toThrow('This person has a password.');
  expect(await recorded()).toEqual(['add']);
});

test.each<[body: object, problem: string]>([
  [{ email: 'nobody' }, '"email":"nobody is not an email address."'],
  [{ email: 'oda@people.test' }, '"email":"oda@people.test is in the team already."'],
  [{ scope: ['none'] }, '"scope":"There is no account none."'],
  [{ roles: [] }, 'Choose a role.'],
  [{ roles: ['operator'] }, 'The command line alone gives the role operator.'],
  [{ phone: '12' }, '"phone":"12 is not a phone number such as'],
])('adding with %j is refused', async (body, problem) => {
  await expect(add('wrong@provider.test', body)).rejects.toThrow(problem);
});

test('nobody changes their own place, and an operator outside the team does not join by the portal', async () => {
  await expect(change('oda', { scope: ['north'] })).rejects.toThrow('422 Another operator can change you.');
  await expect(ask(oda, contract.memberLeaves, of('oda'))).rejects.toThrow('422');
  await expect(add('Otto@people.test', {}, otto)).rejects.toThrow('404 There is nothing here.');
  await expect(change('oda', { email: 'otto2@people.test' }, otto)).rejects.toThrow(
    '404 There is nothing here.',
  );
});

test('an operator who works for chosen accounts gives and takes only these', async () => {
  await addTeamMember(here.database, { id: 'nora', roles: ['operator'], accounts: ['north'] });
  await addTeamMember(here.database, { id: 'all', roles: ['scorer'] });
  await addTeamMember(here.database, { id: 'sue', roles: ['scorer'], accounts: ['south'] });
  await addTeamMember(here.database, { id: 'ned', roles: ['scorer'], accounts: ['north'] });
  const nora = await signInAs(here, 'nora@people.test');
  const elsewhere = '422 This person also works for accounts that are not yours.';
  for (const id of ['oda', 'all', 'sue']) {
    await expect(change(id, { email: 'nora2@people.test' }, nora)).rejects.toThrow(elsewhere);
    await expect(ask(nora, contract.memberLeaves, of(id))).rejects.toThrow(elsewhere);
    expect(await rowOf(id, nora)).toMatchObject({ managed: false });
  }
  await expect(change('ned', { scope: 'all' }, nora)).rejects.toThrow('422 You work for chosen accounts.');
  await expect(change('ned', { scope: ['south'] }, nora)).rejects.toThrow('404 Account south not found');
  await expect(add('x@provider.test', { scope: 'all' }, nora)).rejects.toThrow('422');
  await change('ned', { name: 'Ned North', scope: ['north'] }, nora);
  expect(await rowOf('ned', nora)).toMatchObject({ name: 'Ned North', managed: true });
  const { rows } = await query(
    `select action, list, subject_id from operator_reads where contact_id = 'nora' order by happened_at desc limit 1`,
  );
  expect(rows).toEqual([{ action: 'change', list: 'team member', subject_id: 'ned' }]);
});

test('an operator outside the team joins it, and keeps name and password', async () => {
  const { id, invited } = await add('otto@people.test', { name: 'Otto', roles: ['designer'] });
  expect([id, invited]).toEqual(['otto', false]);
  expect(await rowOf('otto')).toMatchObject({ roles: ['designer', 'operator'], activated: true });
});

test('whoever leaves the provider loses everything in one press, also the role operator and claimed calls', async () => {
  await addTeamMember(here.database, { id: 'leo', roles: ['scorer', 'operator'] });
  const token = await signInAs(here, 'leo@people.test');
  await query(`insert into calls (id, account_id, called_at) values ('C1', 'north', now())`).catch(() => {});
  await query(`insert into passkeys (id, contact_id, public_key, counter, transports, may_be_backed_up, backed_up, name, created_at)
    values ('leo-key', 'leo', '\\x00', 0, '{}', false, false, 'Key', now())`);
  await query(
    `insert into score_claims (account_id, call_id, contact_id, claimed_at, expires_at) values ('north', 'C1', 'leo', now(), now() + interval '1 hour')`,
  );
  expect(await ask(oda, contract.memberLeaves, of('leo'))).toEqual({ ended: 1 });
  await expect(ask(token, contract.listTeam)).rejects.toThrow('401');
  for (const table of ['passkeys', 'score_claims', 'team_members', 'remembered_browsers', 'recovery_codes'])
    expect((await query(`select 1 from ${table} where contact_id = 'leo'`)).rows).toEqual([]);
  expect(
    (await query(`select deleted, portal_roles, password_hash from contacts where id = 'leo'`)).rows,
  ).toEqual([{ deleted: true, portal_roles: [], password_hash: null }]);
  expect(await rowOf('leo')).toBeUndefined();
});

test('a colleague is signed out, and may try again after wrong passwords', async () => {
  await addTeamMember(here.database, { id: 'lena', roles: ['designer'] });
  await signInAs(here, 'lena@people.test');
  expect(await ask(oda, contract.endSessionsOfMember, of('lena'))).toEqual({ ended: 1 });
  for (let count = 0; count < 6; count += 1)
    await here.app.http.inject({
      method: 'POST',
      url: '/api/identity/oauth/token',
      payload: {
        grant_type: 'http://auth0.com/oauth/grant-type/password-realm',
        realm: 'password',
        username: 'lena@people.test',
        password: 'Wrong-Horse-1',
      },
    });
  expect(await rowOf('lena')).toMatchObject({ locked: true });
  await ask(oda, contract.unlockMember, of('lena'));
  expect(await rowOf('lena')).toMatchObject({ locked: false });
  await expect(ask(oda, contract.inviteMember, of('lena'))).rejects.toThrow(
    '422 This person has a password.',
  );
});
