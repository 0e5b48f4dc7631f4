import { beginClientView } from '@mailcall/contract/client-views.ts';
import { findOffices } from '@mailcall/contract/provider-offices.ts';
import * as contract from '@mailcall/contract/provider-people.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countLockWaits } from '../../../tests/support/lock-waits.ts';
import { askRoute, type RequestParts } from '../../../tests/support/request-route.ts';
import {
  addAccounts,
  addPerson,
  addTeamMember,
  bearer,
  signInAs,
  testApp,
  testNow,
} from '../../../tests/support/test-app.ts';
import { managedElsewhere } from './index.ts';

const here = testApp({ REQUIRE_SECOND_FACTOR: 'primary' });
const query = (sql: string, ...values: unknown[]) => here.database.pool.query(sql, values);
let ava = '';
let mona = '';

beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'north' }, { id: 'south' }, { id: 'foreign' }]);
  await addPerson(here.database, { id: 'olga', accounts: ['north'], phone: '+13035550101' });
  await addPerson(here.database, { id: 'both', accounts: ['south', 'foreign'] });
  await addPerson(here.database, { id: 'far', accounts: ['foreign'] });
  await addPerson(here.database, { id: 'lost' });
  await addTeamMember(here.database, { id: 'ava', roles: ['account-manager'], accounts: ['north', 'south'] });
  await addTeamMember(here.database, { id: 'mona', roles: ['account-manager'] });
  ava = await signInAs(here, 'ava@people.test');
  mona = await signInAs(here, 'mona@people.test');
});

beforeEach(async () => {
  here.clock.set(testNow);
  await query('delete from attempt_limits');
});

const ask = <R extends AnyRoute>(token: string, route: R, parts?: RequestParts) =>
  askRoute(here, token, route, parts);

const of = (id: string) => ({ params: { id } });
const list = async (token: string, search: object = {}) =>
  (await ask(token, contract.listPeople, { query: search })).records.map(({ id }) => id);
const open = (id: string, token = ava) => ask(token, contract.getPerson, of(id));
const save = async (id: string, values: object, before: object, token = ava) =>
  ask(token, contract.savePerson, { ...of(id), body: { values, before } });
const barrierOf = async (id: string) => (await open(id, mona)).person.barrier;

const invite = (
  people: { name: string; email: string; phone?: string | null }[],
  more: object = {},
  token = ava,
) =>
  ask(token, contract.invitePeople, {
    body: {
      people: people.map((person) => ({ phone: null, ...person })),
      officeIds: ['north'],
      primary: false,
      limited: false,
      ...more,
    },
  });

const idOf = async (email: string) =>
  (await query('select id from contacts where email = $1 and not deleted', email)).rows[0]?.id as string;

let people = 0;
async function invited(more: object = {}): Promise<{ id: string; email: string }> {
  people += 1;
  const email = `new-${people}@people.test`;
  await invite([{ name: `New ${people}`, email }], more);
  return { id: await idOf(email), email };
}

const linkOf = async (email: string): Promise<string> => {
  const { rows } = await query(
    `select body_text from outbox where recipient = $1 order by written_at desc, id limit 1`,
    email,
  );
  return /code=([\w-]+)/.exec((rows[0] as { body_text: string }).body_text)?.[1] ?? '';
};

describe('the list', () => {
  test('shows contacts of the viewer’s accounts, and found ones by name, email, phone and office', async () => {
    expect(await list(ava)).toEqual(['both', 'olga']);
    expect(await list(mona)).toEqual(['both', 'far', 'lost', 'olga']);
    expect(await list(mona, { query: '303 555 0101' })).toEqual(['olga']);
    expect(await list(mona, { query: 'office foreign' })).toEqual(['both', 'far']);
    expect(await list(ava, { query: 'foreign' })).toEqual([]);
    const second = await ask(mona, contract.listPeople, { query: { page: 2, pageSize: 3 } });
    expect([second.meta.total_count, second.records.map(({ id }) => id)]).toEqual([4, ['olga']]);
  });

  test('says whom the viewer changes, and names only their own offices', async () => {
    const { records } = await ask(ava, contract.listPeople);
    expect(records.map(({ id, managed, officeNames }) => [id, managed, officeNames])).toEqual([
      ['both', false, ['Office south']],
      ['olga', true, ['Office north']],
    ]);
    expect((await open('both')).row).toBeNull();
    await expect(save('both', { name: 'X' }, { name: 'Person both' })).rejects.toThrow(managedElsewhere);
    for (const id of ['far', 'ava', 'mona', 'nobody'])
      await expect(open(id)).rejects.toThrow(`404 Contact ${id} not found`);
    const { records: offices } = await ask(ava, findOffices, { query: { query: 'office' } });
    expect(offices.map(({ id }) => id)).toEqual(['north', 'south']);
  });
});

describe('who cannot sign in, and the press that helps', () => {
  test('a person without an office', async () => {
    expect(await barrierOf('lost')).toBe('no office');
    await save('lost', { account_ids: 'north' }, { account_ids: null }, mona);
    expect(await barrierOf('lost')).toBeNull();
    await save('lost', { account_ids: '' }, { account_ids: 'north' }, mona);
  });

  test('one who was never invited, and one whose invitation expired', async () => {
    await addPerson(here.database, { id: 'silent', accounts: ['north'], password: false });
    expect(await barrierOf('silent')).toBe('not invited');
    expect(await list(ava, { show: 'cannot sign in' })).toEqual(['silent']);
    await ask(ava, contract.invitePerson, of('silent'));
    expect((await open('silent')).person).toMatchObject({
      barrier: null,
      invitedUntil: expect.any(String) as string,
    });
    await query(`update one_time_codes set expires_at = $1 where contact_id = 'silent'`, testNow);
    expect(await barrierOf('silent')).toBe('invitation expired');
    expect(await list(ava, { show: 'invitation expired' })).toEqual(['silent']);
    await query(`update contacts set deleted = true where id = 'silent'`);
  });

  test('one with too many wrong passwords, who may try again at once', async () => {
    const attempt = (password: string) =>
      here.app.http.inject({
        method: 'POST',
        url: '/api/identity/oauth/token',
        payload: {
          grant_type: 'http://auth0.com/oauth/grant-type/password-realm',
          realm: 'password',
          username: 'olga@people.test',
          password,
        },
      });
    for (let count = 0; count < 6; count += 1) await attempt('Wrong-Horse-1');
    expect((await attempt('Correct-Horse-1')).statusCode).toBe(429);
    expect(await barrierOf('olga')).toBe('locked');
    expect(await list(ava, { show: 'locked' })).toEqual(['olga']);
    await ask(ava, contract.unlockPerson, of('olga'));
    expect(await barrierOf('olga')).toBeNull();
    expect((await attempt('Correct-Horse-1')).statusCode).toBe(200);
  });

  test('one whose mail could not be sent, until one was', async () => {
    const { id, email } = await invited();
    await query(`update outbox set abandoned_at = written_at where recipient = $1`, email);
    expect(await barrierOf(id)).toBe('mail failed');
    await query(`update outbox set abandoned_at = null, sent_at = written_at where recipient = $1`, email);
    expect(await barrierOf(id)).toBeNull();
  });

  test('a primary contact without a second step, whom a number helps', async () => {
    await addPerson(here.database, { id: 'prima', accounts: ['south'] });
    await query(`update contacts set password_by_mail = true where id = 'prima'`);
    expect(await barrierOf('prima')).toBeNull();
    await save('prima', { primary_account_ids: 'south' }, { primary_account_ids: null });
    expect(await barrierOf('prima')).toBe('no second step');
    await save('prima', { phone: '303 555 0177' }, { phone: null });
    expect(await barrierOf('prima')).toBeNull();
  });
});

describe('inviting', () => {
  test('adds people who choose a password by the mailed link', async () => {
    const { id, email } = await invited({ primary: true, limited: true });
    const link = { email, code: await linkOf(email) };
    const activated = await here.app.http.inject({
      method: 'POST',
      url: '/api/identity/contacts/activate',
      payload: { ...link, password: 'Own-Horse-2026' },
    });
    expect([activated.statusCode, activated.body]).toEqual([200, expect.any(String)]);
    expect((await open(id)).person).toMatchObject({ barrier: null, primary: true, limited: true });
    await expect(ask(ava, contract.invitePerson, of(id))).rejects.toThrow('422 This person has a password.');
  });

  test('all or none, with a sentence at each wrong field', async () => {
    await expect(
      invite([
        { name: 'Good', email: 'good@people.test' },
        { name: '', email: 'olga@people.test', phone: '12' },
        { name: 'Twice', email: 'GOOD@people.test' },
      ]),
    ).rejects.toThrow(/422 .*"1.name"/);
    await expect(invite([{ name: 'Olga', email: 'Olga@people.test' }])).rejects.toThrow(
      '{"0.email":"is the address of somebody who is here already."}',
    );
    expect(await idOf('good@people.test')).toBeUndefined();
    await expect(
      invite([{ name: 'Good', email: 'good@people.test' }], { officeIds: ['foreign'] }),
    ).rejects.toThrow('404 Account foreign not found');
  });
});

describe('changing', () => {
  test('tells the second of two people what the first one saved', async () => {
    const { id } = await invited();
    const before = (await open(id)).row?.values ?? {};
    await save(id, { name: 'First' }, { name: before.name });
    await expect(save(id, { name: 'Second' }, { name: before.name })).rejects.toThrow(
      'was changed meanwhile to \\"First\\"',
    );
    await save(id, { phone: '+13035550199' }, { phone: before.phone });
    expect((await open(id)).person).toMatchObject({ name: 'First', phone: '+13035550199' });
  });

  test('offers what the feed says, and takes it', async () => {
    await save('olga', { name: 'Olga Novak' }, { name: 'Person olga' });
    expect((await open('olga')).row?.feedSays).toEqual({ name: 'Person olga' });
    await ask(ava, contract.takeFeedOfPerson, { ...of('olga'), body: { column: 'name' } });
    expect((await open('olga')).person.name).toBe('Person olga');
  });

  test('a new email ends sessions, a new name does not', async () => {
    await addPerson(here.database, { id: 'mover', accounts: ['north'] });
    const token = await signInAs(here, 'mover@people.test');
    const isOpen = async () =>
      (await here.app.http.inject({ url: '/api/identity/userinfo', headers: bearer(token) })).statusCode ===
      200;
    await save('mover', { name: 'Mover Two' }, { name: 'Person mover' });
    expect(await isOpen()).toBe(true);
    await save('mover', { email: 'moved@people.test' }, { email: 'mover@people.test' });
    expect(await isOpen()).toBe(false);
  });

  test.each<[values: object, problem: string]>([
    [{ account_ids: '' }, 'Keep at least one office'],
    [{ account_ids: 'north;foreign' }, '404 Account foreign not found'],
    [{ roles: 'operator' }, 'Here only the role limited-access-user is given.'],
    [{ email: 'nobody' }, '422'],
    [{ deleted: 'true' }, 'values.deleted'],
    [{ name: 'x'.repeat(501) }, 'values.name'],
    [{ primary_account_ids: 'south' }, '422'],
  ])('refuses %j', async (values, problem) => {
    await expect(save('olga', values, {})).rejects.toThrow(problem);
  });
});

test.each<[change: string, press: (id: string) => Promise<unknown>]>([
  ['a saved name', (id) => save(id, { name: 'Mine' }, { name: 'Kept' })],
  [
    'a value of the feed',
    (id) => ask(ava, contract.takeFeedOfPerson, { ...of(id), body: { column: 'name' } }),
  ],
  ['removing', (id) => ask(ava, contract.removePerson, of(id))],
])('%s is refused when the person gets an office of others meanwhile', async (_, press) => {
  people += 1;
  const id = `joins-${people}`;
  await addPerson(here.database, { id, accounts: ['north'] });
  await save(id, { name: 'Kept' }, { name: `Person ${id}` });
  const holder = await here.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from contacts where id = $1 for update', [id]);
    const answer = press(id).then(() => 'saved', String);
    await expect.poll(() => countLockWaits(here.database.pool)).toBe(1);
    await holder.query(`insert into contact_accounts (contact_id, account_id) values ($1, 'foreign')`, [id]);
    await holder.query('commit');
    expect(await answer).toContain(managedElsewhere);
  } finally {
    holder.release();
  }
  expect((await open(id, mona)).person.name).toBe('Kept');
});

test('ending sessions signs a person out, and is in the activity', async () => {
  await addPerson(here.database, { id: 'ends', accounts: ['north'] });
  await signInAs(here, 'ends@people.test');
  expect(await ask(ava, contract.endSessionsOfPerson, of('ends'))).toEqual({ ended: 1 });
  const { rows } = await query(
    `select contact_id, team_role, action from access_log where subject_id = 'ends' and subject_kind = 'person'`,
  );
  expect(rows).toEqual([{ contact_id: 'ava', team_role: 'account-manager', action: 'end sessions of' }]);
});

test('a person who leaves has no way in, and the address is free', async () => {
  await addPerson(here.database, { id: 'leaver', accounts: ['north'] });
  const token = await signInAs(here, 'leaver@people.test');
  await query(`insert into passkeys (id, contact_id, public_key, counter, transports, may_be_backed_up, backed_up, name, created_at)
    values ('key', 'leaver', '\\x00', 0, '{}', false, false, 'Key', now())`);
  await query(
    `insert into recovery_codes (contact_id, code_hash, created_at) values ('leaver', '\\x00', now())`,
  );
  const view = await ask(ava, beginClientView, { body: { contactId: 'leaver' } });
  expect(await ask(ava, contract.removePerson, of('leaver'))).toEqual({ ended: 1 });
  for (const ended of [token, view.token])
    expect(
      (await here.app.http.inject({ url: '/api/identity/userinfo', headers: bearer(ended) })).statusCode,
    ).toBe(401);
  for (const table of ['passkeys', 'recovery_codes', 'one_time_codes', 'remembered_browsers'])
    expect((await query(`select 1 from ${table} where contact_id = 'leaver'`)).rows).toEqual([]);
  expect(await list(ava, { query: 'leaver' })).toEqual([]);
  await expect(signInAs(here, 'leaver@people.test')).rejects.toThrow('Signing in was answered');
  await invite([{ name: 'Leaver again', email: 'leaver@people.test' }]);
});
