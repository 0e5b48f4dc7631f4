import { beforeAll, expect, test } from 'vitest';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';

const here = testApp();
let token: string;

beforeAll(async () => {
  const { database } = here;
  await addAccounts(database, [{ id: 'group' }, { id: 'east', parent: 'group' }, { id: 'stranger' }]);
  await addPerson(database, { id: 'owner', accounts: ['group', 'east'], phone: '+12025550101' });
  await addPerson(database, { id: 'desk', accounts: ['east'] });
  await addPerson(database, { id: 'head', accounts: ['east'], phone: '+12025550102' });
  await addPerson(database, { id: 'gone', accounts: ['east'] });
  await addPerson(database, { id: 'other', accounts: ['stranger'] });
  await database.kysely.updateTable('contacts').set({ deleted: true }).where('id', '=', 'gone').execute();
  await database.kysely
    .insertInto('staff')
    .values([
      { account_id: 'east', id: 's2', name: 'ben' },
      { account_id: 'group', id: 's1', name: 'Ada' },
      { account_id: 'group', id: 's3', name: 'Ada' },
      { account_id: 'east', id: 's4', name: 'Gone', deleted: true },
      { account_id: 'stranger', id: 's5', name: 'Stranger' },
    ])
    .execute();
  token = await signInAs(here, 'owner@people.test');
});

const ask = async (query: string) => {
  const answer = await here.app.http.inject({
    url: `/api/data/accounts/contacts?${query}`,
    headers: bearer(token),
  });
  return {
    status: answer.statusCode,
    body: answer.json<{ data: { records: Record<string, unknown>[] } & Record<string, string> }>(),
  };
};

test.each(['accountIds[]=group&accountIds[]=east', 'accountIds[]=group', 'accountIds[]=*'])(
  'contacts of %s by name, once for each account they are linked to, of others without addresses',
  async (query) => {
    const { body } = await ask(query);
    expect(body.data.records).toEqual([
      { id: 'desk', name: 'Person desk', email: null, phone: null, accountId: 'east' },
      { id: 'head', name: 'Person head', email: null, phone: null, accountId: 'east' },
      {
        id: 'owner',
        name: 'Person owner',
        email: 'owner@people.test',
        phone: '+12025550101',
        accountId: 'east',
      },
      {
        id: 'owner',
        name: 'Person owner',
        email: 'owner@people.test',
        phone: '+12025550101',
        accountId: 'group',
      },
    ]);
  },
);

test('the addresses of colleagues come to a primary contact of their account alone', async () => {
  const { database } = here;
  const addresses = async (accountId: string) => {
    const asHead = bearer(await signInAs(here, 'head@people.test'));
    const answer = await here.app.http.inject({
      url: `/api/data/accounts/contacts?accountIds[]=${accountId}`,
      headers: asHead,
    });
    const { data } = answer.json<{ data: { records: { id: string; email: string | null }[] } }>();
    return data.records.map(({ id, email }) => [id, email]);
  };
  const primary = (account: string) =>
    database.kysely
      .updateTable('contact_accounts')
      .set({ is_primary: true })
      .where('contact_id', '=', 'head')
      .where('account_id', '=', account)
      .execute();
  await primary('east');
  expect(await addresses('east')).toEqual([
    ['desk', 'desk@people.test'],
    ['head', 'head@people.test'],
    ['owner', 'owner@people.test'],
  ]);
  await database.kysely
    .updateTable('contact_accounts')
    .set({ is_primary: false })
    .where('contact_id', '=', 'head')
    .execute();
});

test('staff by name, whatever its case, then by id', async () => {
  const { body } = await ask('accountIds[]=*&kind=staff');
  expect(body.data.records).toEqual([
    { id: 's1', name: 'Ada', email: null, phone: null, accountId: 'group' },
    { id: 's3', name: 'Ada', email: null, phone: null, accountId: 'group' },
    { id: 's2', name: 'ben', email: null, phone: null, accountId: 'east' },
  ]);
});

test.each([
  ['query=ADA', ['s1', 's3']],
  ['query=da+a', ['s1', 's3']],
  ['query=nobody', []],
  ['ids[]=s2&ids[]=s5&ids[]=s4', ['s2']],
  ['ids=s3&query=ada', ['s3']],
  ['limit=2', ['s1', 's3']],
  ['query=b&limit=1', ['s2']],
])('staff by %s', async (choice, ids) => {
  const { body } = await ask(`accountIds[]=*&kind=staff&${choice}`);
  expect(body.data.records.map(({ id }) => id)).toEqual(ids);
});

test.each([
  ['query=a', { query: 'Use it for staff.' }],
  ['ids[]=desk', { ids: 'Use it for staff.' }],
  ['limit=1', { limit: 'Use it for staff.' }],
  ['kind=staff&limit=0', { limit: 'Use a whole number from 1 to 500.' }],
])('contacts by %s are 400', async (choice, problem) => {
  const { status, body } = await ask(`accountIds[]=*&${choice}`);
  expect([status, body.data]).toEqual([400, problem]);
});

test('one account’s alone, also by the other name of the list', async () => {
  expect((await ask('accounts=east&kind=staff')).body.data.records.map(({ id }) => id)).toEqual(['s2']);
});

test('without an account the list is empty', async () => {
  expect((await ask('')).body.data.records).toEqual([]);
});

test('another kind is 400 and named', async () => {
  const { status, body } = await ask('accountIds[]=east&kind=owner');
  expect([status, body.data]).toEqual([400, { kind: 'Use staff or contact.' }]);
});

test('a primary contact also gets those who come by an account above, others do not', async () => {
  const { database } = here;
  await addPerson(database, { id: 'boss', accounts: ['group'] });
  await database.kysely
    .updateTable('contact_accounts')
    .set({ is_primary: true })
    .where('contact_id', '=', 'desk')
    .execute();
  const east = 'accountIds[]=east&above=1';
  const asOwner = (await ask(east)).body.data.records;
  expect(asOwner.map(({ id }) => id)).toEqual(['desk', 'head', 'owner']);
  const answer = await here.app.http.inject({
    url: `/api/data/accounts/contacts?${east}`,
    headers: bearer(await signInAs(here, 'desk@people.test')),
  });
  expect(answer.json<{ data: unknown }>().data).toEqual({
    records: ['boss', 'desk', 'head', 'owner'].map((id) =>
      expect.objectContaining({ id, accountId: 'east' }),
    ),
  });
});

test.each(['accountIds[]=*', 'accountIds[]=east&accountIds[]=group', 'accountIds[]=east&kind=staff', ''])(
  'contacts from above %s are 400',
  async (query) => {
    const { status, body } = await ask(`${query}&above=true`);
    expect([status, body.data]).toEqual([400, { above: 'Use it for the contacts of one account.' }]);
  },
);
