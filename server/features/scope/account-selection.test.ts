import type { AddressInfo } from 'node:net';
import { requestDownload } from '@mailcall/contract/exports.ts';
import { callSummaryCount } from '@mailcall/contract/scoreboard.ts';
import { listTrackingLines } from '@mailcall/contract/tracking-lines.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';

const here = testApp();
const tokens = { olga: '', many: '' };

const many = 10_000;
const manyIds = Array.from({ length: many }, (_, index) => `many-${String(index + 1).padStart(13, '0')}`);

beforeAll(async () => {
  const { database } = here;
  await addAccounts(database, [
    { id: 'group' },
    { id: 'region', parent: 'group' },
    { id: 'austin', parent: 'region' },
    { id: 'denver', parent: 'group' },
    { id: 'solo' },
    { id: 'foreign' },
    { id: 'foreign-sub', parent: 'foreign' },
  ]);
  await addPerson(database, { id: 'olga', accounts: ['group', 'solo', 'foreign-sub'] });
  await addPerson(database, { id: 'many' });
  await database.pool.query(`insert into accounts (id, name) select id, id from unnest($1::text[]) as id`, [
    manyIds,
  ]);
  await database.pool.query(
    `insert into contact_accounts (contact_id, account_id) select 'many', id from unnest($1::text[]) as id`,
    [manyIds],
  );
  await database.pool.query(`
    insert into calls (account_id, id, call_date_time) select id, 'call-' || id, '2026-03-01T15:00:00Z' from accounts`);
  await database.pool.query(`
    insert into tracking_lines (account_id, id, number) select id, 'line-' || id, '+1555555' || (1000 + row_number() over ()) from accounts
    where not id like 'many-%'`);
  tokens.olga = await signInAs(here, 'olga@people.test');
  tokens.many = await signInAs(here, 'many@people.test');
});

const selected = async (query: object) => {
  const { data } = await requestRoute<{ records: { accountId: string }[] }>(
    here,
    tokens.olga,
    listTrackingLines,
    {
      query,
    },
  );
  return data.records.map(({ accountId }) => accountId).sort();
};

describe('all accounts with exceptions', () => {
  test.each([
    ['an account', ['solo'], ['austin', 'denver', 'foreign-sub', 'group', 'region']],
    // an account counts with all of its sub-accounts or not at all
    ['a sub-account, with those above it', ['austin'], ['denver', 'foreign-sub', 'solo']],
    ['an account with its sub-accounts, with those above it', ['region'], ['denver', 'foreign-sub', 'solo']],
    ['a group with all below it', ['group'], ['foreign-sub', 'solo']],
    ['several', ['denver', 'solo'], ['austin', 'foreign-sub', 'region']],
    ['all', ['group', 'solo', 'foreign-sub'], []],
    [
      'one that is not theirs: nothing',
      ['foreign'],
      ['austin', 'denver', 'foreign-sub', 'group', 'region', 'solo'],
    ],
    [
      'one that there is not: nothing',
      ['none'],
      ['austin', 'denver', 'foreign-sub', 'group', 'region', 'solo'],
    ],
  ])('leave out %s', async (_, exceptAccountIds, left) => {
    expect(await selected({ accountIds: ['*'], exceptAccountIds })).toEqual(left);
  });

  test('are refused without all accounts', async () => {
    const { code, data } = await requestRoute(here, tokens.olga, listTrackingLines, {
      query: { accountIds: ['group'], exceptAccountIds: ['denver'] },
    });
    expect([code, data]).toEqual([400, { exceptAccountIds: 'Use this together with accountIds[]=*.' }]);
  });

  test('do not grant access to an account also named', async () => {
    const { code } = await requestRoute(here, tokens.olga, listTrackingLines, {
      query: { accountIds: ['*', 'foreign'], exceptAccountIds: ['foreign'] },
    });
    expect(code).toBe(403);
  });

  test('are exported as counted, with a token for exactly these', async () => {
    const list = { accountIds: ['*'], exceptAccountIds: ['austin'] };
    const { code, data } = await requestRoute<{ slt: string; rows: number }>(
      here,
      tokens.olga,
      requestDownload,
      {
        body: { ...list, acceptedTerms: true, authorizedReceiver: true },
      },
    );
    expect([code, data.rows]).toEqual([200, 3]);
    const download = (query: object) =>
      here.app.http.inject({
        url: `/api/data/calls/download.xlsx?${encodeQuery({ slt: data.slt, ...query })}`,
      });
    expect((await download({ accountIds: ['*'] })).statusCode).toBe(400);
    expect((await download({ ...list, exceptAccountIds: ['solo'] })).statusCode).toBe(400);
    expect((await download(list)).statusCode).toBe(200);
  });
});

test.each<[string, object, number]>([
  ['unselects one', { accountIds: ['*'], exceptAccountIds: [manyIds[7]] }, many - 1],
  ['selects half of them by their ids', { accountIds: manyIds.slice(0, many / 2) }, many / 2],
  ['unselects half of them', { accountIds: ['*'], exceptAccountIds: manyIds.slice(0, many / 2) }, many / 2],
  ['names all of them', { accountIds: manyIds }, many],
])('a person with ten thousand accounts %s, over real HTTP', async (_, query, calls) => {
  const { http } = here.app;
  if (!http.server.listening) await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api/data${callSummaryCount.path}?${encodeQuery(query)}`;
  const answer = await fetch(url, { headers: bearer(tokens.many) });
  expect(answer.status).toBe(200);
  const { data } = (await answer.json()) as { data: { all_calls_count: number } };
  expect(data.all_calls_count).toBe(calls);
});
