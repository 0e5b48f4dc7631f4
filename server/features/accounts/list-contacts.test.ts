import { beforeAll, expect, test } from 'vitest';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';

const here = testApp();
let token: string;

beforeAll(async () => {
  const { database } = here;
  await addAccounts(database, [{ id: 'group' }, { id: 'east', parent: 'group' }, { id: 'stranger' }]);
  await addPerson(database, { id: 'owner', accounts: ['group', 'east'], phone: '+12025550101' });
  await addPerson(database, { id: 'desk', accounts: ['east'] });
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
  'contacts of %s by name, once for each account they are linked to',
  async (query) => {
    const { body } = await ask(query);
    expect(body.data.records).toEqual([
      { id: 'desk', name: 'Person desk', email: 'desk@people.test', phone: null, accountId: 'east' },
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

test('staff by name, whatever its case, then by id', async () => {
  const { body } = await ask('accountIds[]=*&kind=staff');
  expect(body.data.records).toEqual([
    { id: 's1', name: 'Ada', email: null, phone: null, accountId: 'group' },
    { id: 's3', name: 'Ada', email: null, phone: null, accountId: 'group' },
    { id: 's2', name: 'ben', email: null, phone: null, accountId: 'east' },
  ]);
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
