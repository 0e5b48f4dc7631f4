import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startCallrailServer } from '../../../tests/support/callrail-server.ts';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { addConnection } from './connections.ts';
import { park } from './parked.ts';

const callrail = await startCallrailServer();
afterAll(() => callrail.close());

const here = testApp();
let token = '';

beforeAll(async () => {
  await addPerson(here.database, { id: 'oda', accounts: [] });
  await here.database.pool.query(`update contacts set portal_roles = '{operator}' where id = 'oda'`);
  token = await signInAs(here, 'oda@people.test');
});

beforeEach(async () => {
  await here.database.pool.query(
    'truncate connections cascade; truncate accounts, tracking_lines, connection_changes cascade',
  );
  callrail.asked.length = 0;
});

interface Answer {
  message?: string;
  data: Record<string, unknown> & { records: Record<string, unknown>[] };
}

async function ask(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
): Promise<[number, Answer]> {
  const answer = await here.app.http.inject({
    method,
    url: `/api/data/provider/${path}`,
    headers: bearer(token),
    ...(payload && { payload }),
  });
  return [answer.statusCode, answer.json<Answer>()];
}

const add = (more: object = {}) =>
  ask('POST', 'connections', {
    name: 'agency',
    kind: 'callrail',
    isAgency: true,
    account: callrail.account,
    apiKey: callrail.key,
    ...more,
  });
/** The vendor's own origin cannot be reached from tests. */
const useServer = () => here.database.pool.query('update connections set origin = $1', [callrail.origin]);

test('says at each field what is wrong, and stores secrets that no answer has', async () => {
  const problems = async (more: object) => (await add(more))[1].data;
  expect(await problems({ account: undefined })).toEqual({ account: 'Enter the id of the account, ACC….' });
  expect(await problems({ apiKey: undefined })).toEqual({ apiKey: 'Enter the key of the API.' });
  expect(await problems({ apiKey: 'short' })).toEqual({
    apiKey: 'Use 8 characters or more, without spaces.',
  });
  expect(await problems({ kind: 'calltrackingmetrics', account: undefined })).toEqual({
    apiKey: 'Use ACCESS_KEY:SECRET_KEY, with a colon between both parts.',
  });
  expect((await add())[0]).toBe(200);
  expect(await problems({})).toEqual({
    name: 'There is, or was, a connection agency. Choose another name.',
  });
  const [, { data }] = await ask('GET', 'connections');
  expect(data['connections']).toMatchObject([
    { name: 'agency', isAgency: true, apiSetAt: here.clock.now().toISOString(), webhookSetAt: null },
  ]);
  const rotated = { purpose: 'api', secret: 'another-key', keepDays: 7 };
  const [status, refused] = await ask('PUT', 'connections/agency/secret', {
    ...rotated,
    confirmation: 'agenc',
  });
  expect([status, refused.data]).toEqual([400, { confirmation: 'Type agency to confirm.' }]);
  expect((await ask('PUT', 'connections/agency/secret', { ...rotated, confirmation: 'agency' }))[0]).toBe(
    200,
  );
  const all = JSON.stringify([
    await ask('GET', 'connections'),
    await ask('GET', 'connections/agency'),
    here.logged,
  ]);
  for (const secret of [callrail.key, 'another-key']) expect(all).not.toContain(secret);
  const [, details] = await ask('GET', 'connections/agency');
  expect(details.data['changes']).toMatchObject([
    { action: 'rotate api', by: expect.any(String) },
    { action: 'add', by: expect.any(String) },
  ]);
});

test('lists, confirms and keys companies; a row that a colleague changed is not overwritten', async () => {
  await addAccounts(here.database, [{ id: 'A-1', name: 'Quill' }, { id: 'A-2' }]);
  callrail.companies = [
    { id: 'COM1', name: 'Quill', status: 'active', numbers: ['+13035550101'] },
    { id: 'COM2', name: 'Other', status: 'active', numbers: [] },
  ];
  await add();
  await useServer();
  expect((await ask('POST', 'connections/agency/companies/look'))[1].data).toMatchObject({
    all: 2,
    waiting: 2,
  });
  const listed = async (query = '') =>
    (await ask('GET', `connections/agency/companies${query}`))[1].data.records;
  expect(await listed('?query=quill')).toMatchObject([
    { id: 'COM1', office: 'Quill', matchedBy: 'name', state: 'new' },
  ]);
  const [second, first] = (await listed()) as { id: string; revision: number }[];
  const save = (companies: object[], keys: object[] = []) =>
    ask('PUT', 'connections/agency/companies', { companies, keys });
  const decided = (row: { id: string; revision: number } | undefined, more: object = {}) => ({
    id: row?.id,
    revision: row?.revision,
    state: 'confirmed',
    ...more,
  });
  expect((await save([decided(second), decided(first)]))[1].data).toEqual({ COM2: 'Choose its office.' });
  expect(
    (
      await save([decided(first), decided(second, { accountId: 'A-2' })], [{ id: 'COM1', key: 'key-of-one' }])
    )[0],
  ).toBe(200);
  expect((await save([decided(first, { state: 'left out' })]))[1].data).toEqual({
    COM1: 'Someone else changed this row. Look at it again.',
  });
  expect(await listed('?view=confirmed')).toMatchObject([
    { id: 'COM2', matchedBy: 'person', keySetAt: null },
    { id: 'COM1', keySetAt: here.clock.now().toISOString() },
  ]);
  const { rows } = await here.database.pool.query(
    'select account_id, contact_id, action, subject_kind, subject_id from access_log order by account_id',
  );
  expect(rows.filter(({ action }) => action === 'confirm')).toEqual(
    ['A-1 COM1', 'A-2 COM2'].map((pair) => ({
      account_id: pair.split(' ')[0],
      contact_id: 'oda',
      action: 'confirm',
      subject_kind: 'connected company',
      subject_id: pair.split(' ')[1],
    })),
  );
});

test('assigns a parked number to a line found by typing, pauses and imports again', async () => {
  await addAccounts(here.database, [{ id: 'A-1', name: 'Quill Dental' }]);
  await here.database.pool.query(
    `insert into tracking_lines (account_id, id, number, friendly_name, status) values ('A-1', 'L-1', '+13035550101', 'Spring', 'Active')`,
  );
  await addConnection(here.database.kysely, { name: 'rail', kind: 'callrail' }, here.clock.now());
  const items = [{ reference: '+17205550123', item: 'CAL2' }];
  await park(here.database.kysely, { connection: 'rail', items }, here.clock.now());
  expect((await ask('GET', 'parked?query=720%20555'))[1].data.records).toMatchObject([
    { reference: '+17205550123', assignedTo: 'tracking line', count: 1 },
  ]);
  for (const query of ['spring', 'quill', '5550101'])
    expect(
      (await ask('GET', `parked/targets?assignedTo=tracking%20line&query=${query}`))[1].data.records,
    ).toEqual([{ id: 'L-1', accountId: 'A-1', name: 'Spring +13035550101', office: 'Quill Dental' }]);
  const [status, assigned] = await ask('PUT', 'connections/rail/assignment', {
    reference: '+17205550123',
    targetId: 'L-1',
    accountId: 'A-1',
  });
  expect([status, assigned.data]).toEqual([200, { reworked: 1, more: null }]);
  expect((await ask('PUT', 'connections/rail/paused', { paused: true }))[0]).toBe(200);
  expect((await ask('POST', 'connections/rail/replay', {}))[1].data).toEqual({ events: 1 });
  await addConnection(here.database.kysely, { name: 'printer', kind: 'lob' }, here.clock.now());
  const [refusal, { message }] = await ask('PUT', 'connections/printer/paused', { paused: true });
  expect([refusal, message]).toEqual([
    422,
    'A connection to Lob records events as they come and cannot be paused.',
  ]);
});
