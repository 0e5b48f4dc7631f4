import {
  breakdowns,
  callSummaryCount,
  callsByWeekHour,
  callsPerDay,
  type Breakdown,
  type Summary,
} from '@mailcall/contract/scoreboard.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addPerson, signInAs, testApp, testNow } from '../../../tests/support/test-app.ts';
import { csv, FeedFolders } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';

const here = testApp();
const folders = new FeedFolders();
const officeCount = 10_000;
const offices = Array.from({ length: officeCount }, (_, at) => `office-${String(at).padStart(5, '0')}`);
let token = '';

beforeAll(async () => {
  const folder = await folders.folder({
    'accounts.csv': csv([
      { id: 'group', name: 'Group', parent_id: '', time_zone: 'America/Denver' },
      ...offices.map((id) => ({ id, name: id, parent_id: 'group', time_zone: 'America/Chicago' })),
      { id: 'foreign', name: 'Foreign', parent_id: '', time_zone: '' },
    ]),
    'calls.csv': csv(
      offices.slice(0, 300).map((account_id, at) => ({
        id: `c${at}`,
        account_id,
        call_date_time: '2026-03-01T10:00:00Z',
        call_answered_by: at % 2 === 0 ? 'Staff' : 'IVR',
        opportunity: true,
        caller_gender: ['Female', 'Male', 'Åse', ''][at % 4] as string,
      })),
    ),
  });
  const report = await importFolder(here.database, folder, { files: here.files });
  expect(report.firstRejections).toEqual([]);
  await addPerson(here.database, { id: 'olga', accounts: ['group'] });
  token = await signInAs(here, 'olga@people.test');
});
afterAll(() => folders.remove());

const routes = [callSummaryCount, callsPerDay, callsByWeekHour, ...Object.values(breakdowns)];

test.each(routes.map((route) => [route.path, route] as const))(
  '%s returns nothing, version 0, without accounts',
  async (_, route) => {
    const { code, data } = await requestRoute<{ meta: object }>(here, token, route, {
      query: { accountIds: [] },
    });
    expect([code, data.meta]).toEqual([200, { version: 0, asOf: testNow }]);
  },
);

test.each(routes.map((route) => [route.path, route] as const))(
  '%s refuses all accounts when one is not allowed',
  async (_, route) => {
    const { code, data } = await requestRoute(here, token, route, {
      query: { accountIds: [...offices.slice(0, 2), 'foreign'] },
    });
    expect([code, data]).toEqual([403, null]);
  },
);

test.each(routes.map((route) => [route.path, route] as const))('%s names invalid input', async (_, route) => {
  const { code, status, data } = await requestRoute<object>(here, token, route, {
    query: { accountIds: ['*'], filters: { startDate: '2026-13-01', campaignFilterType: 'mail' } },
  });
  expect([code, status, data]).toEqual([
    400,
    'fail',
    {
      'filters.startDate': 'There is no such date.',
      'filters.campaignFilterType': 'Use all, mvp-mail or non-mailing.',
    },
  ]);
});

test('treats ten thousand named accounts, all accounts and their group as the same scope', async () => {
  const asked = await Promise.all(
    [offices, ['*'], ['group']].map((accountIds) =>
      requestRoute<Summary>(here, token, callSummaryCount, { query: { accountIds } }),
    ),
  );
  for (const { code, data } of asked) {
    expect([code, data.all_calls_count, data.opportunity_calls_count, data.missed_calls_count]).toEqual([
      200, 300, 150, 150,
    ]);
    expect(data.meta.version).toBe(asked[0]?.data.meta.version);
  }
});

test.each([
  ['of the day', callsPerDay],
  ['of the week', callsByWeekHour],
])(
  'names the time zones of the offices with counted calls, or of all offices, for hours %s',
  async (_, route) => {
    const zones = async (filters: object) =>
      (
        await requestRoute<{ timeZones: string[] }>(here, token, route, {
          query: { accountIds: ['*'], filters },
        })
      ).data.timeZones;
    expect(await zones({})).toEqual(['America/Chicago']);
    expect(await zones({ startDate: '2030-01-01', endDate: '2030-01-02' })).toEqual([
      'America/Chicago',
      'America/Denver',
    ]);
  },
);

test('counts the hours of the week on the office’s clock, Sunday first, without empty hours', async () => {
  const { data } = await requestRoute<RouteReply<typeof callsByWeekHour>>(here, token, callsByWeekHour, {
    query: { accountIds: ['*'] },
  });
  // 10 o'clock UTC on the first of March, a Sunday, in Chicago
  expect(data.cells).toEqual([{ weekday: 0, hour: 4, calls: 300, missed: 150 }]);
  expect(data.startDate).toBe('2026-03-01T10:00:00.000Z');
});

test('orders rows by count, then by name', async () => {
  const { data } = await requestRoute<Breakdown>(here, token, breakdowns.callerGender, {
    query: { accountIds: ['*'] },
  });
  expect(data.records.map(({ name, value }) => [name, value])).toEqual([
    ['Female', 75],
    ['Male', 75],
    ['Åse', 75],
  ]);
  expect([data.firstRecordDate, data.callsCount]).toEqual(['2026-03-01T10:00:00.000Z', 225]);
});

test('raises the version with every change in the scope, and with no other change', async () => {
  const versionOf = async (accountIds: string[]) =>
    (await requestRoute<Summary>(here, token, callSummaryCount, { query: { accountIds } })).data.meta.version;
  const before = {
    own: await versionOf([offices[0] as string]),
    all: await versionOf(['*']),
    other: await versionOf([offices[1] as string]),
  };
  const change = csv([{ id: 'c0', account_id: offices[0] as string, caller_gender: 'Male' }]);
  await importFolder(here.database, await folders.folder({ 'calls.csv': change }), { files: here.files });
  expect(await versionOf([offices[0] as string])).toBe(before.own + 1);
  expect(await versionOf(['*'])).toBe(before.all + 1);
  expect(await versionOf([offices[1] as string])).toBe(before.other);
});
