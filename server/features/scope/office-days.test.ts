import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { type CallRow, listCalls } from '@mailcall/contract/calls.ts';
import {
  consentTexts,
  downloadCalls,
  type Export,
  requestDownload,
  requestLargeExport,
} from '@mailcall/contract/exports.ts';
import { teamLeaderboard } from '@mailcall/contract/leaderboard.ts';
import { liveVersion } from '@mailcall/contract/live.ts';
import { mailingSummary } from '@mailcall/contract/mailings.ts';
import { listZonePerformance } from '@mailcall/contract/maps.ts';
import { webConfigSchema } from '@mailcall/contract/provider.ts';
import { daysAt, dayZones } from '@mailcall/contract/time/days.ts';
import { callSummaryCount, callsByWeekHour, callsOverTime } from '@mailcall/contract/scoreboard.ts';
import { dateRangeOfPreset } from '@mailcall/contract/scope/date-range.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newestMessage } from '../../../tests/support/outbox.ts';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addPerson, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { serviceBase } from '../../platform/http/serve.ts';
import { engineOf, setAlert } from '../alerts/alerts-for-tests.ts';
import { beginAlerts } from '../alerts/index.ts';
import { fileKeyOf } from '../exports/export-records.ts';
import { WrittenExports } from '../exports/written-exports.ts';
import { csv, FeedFolders } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';

const here = testApp({ DAYS: 'office' });
const folders = new FeedFolders();
afterAll(() => folders.remove());
let token = '';

/** 8 pm on Monday, November 23 in Asheville; Tuesday in UTC. */
const evening = '2026-11-24T01:00:00Z';
const account = (id: string, time_zone: string, parent_id = '') => ({ id, name: id, time_zone, parent_id });
const call = (id: string, account_id: string, call_date_time: string) => ({
  id,
  account_id,
  call_date_time,
  call_answered_by: 'Staff',
  opportunity: true,
  handler_id: account_id === 'asheville' ? 'sue' : '',
});

async function importRows(content: Record<string, string>): Promise<void> {
  const { database, files, clock } = here;
  const report = await importFolder(database, await folders.folder(content), { files, clock });
  expect(report.firstRejections).toEqual([]);
}

beforeAll(async () => {
  await importRows({
    'accounts.csv': csv([
      account('group', ''),
      account('asheville', 'America/New_York', 'group'),
      account('honolulu', 'Pacific/Honolulu', 'group'),
      account('mumbai', 'Asia/Kolkata'),
    ]),
    'staff.csv': csv([{ id: 'sue', account_id: 'asheville', name: 'Sue' }]),
    'calls.csv': csv([
      call('late-sunday', 'asheville', '2026-11-23T04:59:59Z'),
      call('midnight', 'asheville', '2026-11-23T05:00:00Z'),
      call('supper', 'asheville', '2026-11-24T00:30:00Z'),
      call('aloha', 'honolulu', '2026-11-23T09:59:59Z'),
      call('mahalo', 'honolulu', '2026-11-23T22:00:00Z'),
      call('namaste', 'mumbai', '2026-11-23T18:30:00Z'),
    ]),
  });
  await addPerson(here.database, { id: 'olga', accounts: ['group', 'mumbai'] });
  here.clock.set(evening);
  token = await signInAs(here, 'olga@people.test');
});

const dayOf = (...zones: string[]) =>
  dateRangeOfPreset('day', daysAt(here.clock.now(), dayZones('office', zones)));

async function callsOf(accountIds: string[], filters: object, as = token): Promise<string[]> {
  const query = { accountIds, filters: { outcome: ['all calls'], ...filters }, dir: 'asc' };
  const { code, data } = await requestRoute<{ records: CallRow[] }>(here, as, listCalls, { query });
  expect(code).toBe(200);
  return data.records.map(({ callId }) => callId);
}

test('shows calls of the office’s day at 8 pm in Asheville everywhere', async () => {
  const today = dayOf('America/New_York');
  expect(today).toEqual({ startDate: '2026-11-23', endDate: '2026-11-23' });
  expect(await callsOf(['asheville'], today)).toEqual(['midnight', 'supper']);
  const query = { accountIds: ['asheville'], filters: today };
  const shown = async <Data>(route: Parameters<typeof requestRoute>[2]) =>
    (await requestRoute<Data>(here, token, route, { query })).data;
  expect(await shown(callSummaryCount)).toMatchObject({ all_calls_count: 2 });
  expect(await shown(mailingSummary)).toMatchObject({ all: 2 });
  expect(await shown(liveVersion)).toMatchObject({ calls: 2 });
  expect(await shown(teamLeaderboard)).toMatchObject({ totals: { allCallCount: 2 } });
  const { cells } = await shown<{ cells: { weekday: number; hour: number }[] }>(callsByWeekHour);
  expect(cells.map(({ weekday, hour }) => [weekday, hour])).toEqual([
    [1, 0],
    [1, 19],
  ]);
});

test('uses the office’s day in calls over time', async () => {
  const { data } = await requestRoute<RouteReply<typeof callsOverTime>>(here, token, callsOverTime, {
    query: { accountIds: ['group', 'mumbai'] },
  });
  expect(data.periods.map(({ startDate, calls }) => [startDate, calls])).toEqual([
    ['2026-11-22', 2],
    ['2026-11-23', 3],
    ['2026-11-24', 1],
  ]);
});

test('gives every office its own day, not empty beside one a day ahead', async () => {
  const monday = dayOf('America/New_York', 'Pacific/Honolulu');
  expect(await callsOf(['group'], monday)).toEqual(['midnight', 'mahalo', 'supper']);
  const both = dayOf('America/New_York', 'Asia/Kolkata');
  expect(both).toEqual({ startDate: '2026-11-23', endDate: '2026-11-24' });
  expect(await callsOf(['asheville', 'mumbai'], both)).toEqual(['midnight', 'namaste', 'supper']);
  expect(await callsOf(['*'], { startDate: '2026-11-22', endDate: '2026-11-22' })).toEqual([
    'late-sunday',
    'aloha',
  ]);
});

test('ends a range without an end today at the offices', async () => {
  here.clock.set('2026-11-23T18:00:00Z');
  // half past eleven on Monday in Mumbai: calls of the coming minutes are not in All Time
  expect(await callsOf(['mumbai'], {})).toEqual([]);
  here.clock.set(evening);
  expect(await callsOf(['mumbai'], {})).toEqual(['namaste']);
});

const aboutMonday = { Dates: 'Nov 23, 2026, days in each office’s local time', Calls: '3' };

async function aboutOf(file: Buffer): Promise<Record<string, unknown>> {
  const rows = (await readXlsx(file)).sheets[1]?.rows ?? [];
  return Object.fromEntries(rows.map(([name, value]) => [String(name), value]));
}

const exported = {
  accountIds: ['group'],
  filters: { outcome: ['all calls'], startDate: '2026-11-23' },
  ...Object.fromEntries(Object.keys(consentTexts).map((name) => [name, true])),
};

test('says in exports and the web app whose days they are', async () => {
  const { data } = await requestRoute<{ slt: string }>(here, token, requestDownload, { body: exported });
  const answer = await here.app.http.inject({
    url: `${serviceBase.data}${downloadCalls.path}?${encodeQuery({ slt: data.slt })}`,
  });
  expect(answer.headers['content-disposition']).toContain('calls-all-calls_20261123_20261123.xlsx');
  expect(await aboutOf(answer.rawPayload)).toMatchObject(aboutMonday);
  const config = await here.app.http.inject({ url: '/web-config.json' });
  expect(webConfigSchema.parse(config.json()).days).toBe('office');
});

test('uses the offices’ days in a mailed export', async () => {
  const { data } = await requestRoute<{ export: Export }>(here, token, requestLargeExport, {
    body: exported,
  });
  const { id, rows, fileName } = data.export;
  expect({ rows, fileName }).toEqual({ rows: 3, fileName: 'calls-all-calls_20261123_20261123.xlsx' });
  const { database, clock, environment, files } = here;
  const { outbox, log } = engineOf({ database, clock });
  await new WrittenExports({ database, clock, environment, files, log, outbox }).write(id);
  const file = await buffer(files.createReadStream(fileKeyOf(id)));
  expect(await aboutOf(file)).toMatchObject(aboutMonday);
});

test('shows no mailing of the office’s tomorrow on a map', async () => {
  const mailing = { account_id: 'asheville', mailing_area_id: 'homes', status: 'delivered', quantity: 1000 };
  await importRows({
    'mailing-areas.csv': csv([
      { id: 'homes', account_id: 'asheville', name: 'Homes', campaign_type: 'MVP Mail' },
    ]),
    'campaigns.csv': csv(
      ['2026-11-23', '2026-11-24'].map((day) => ({
        ...mailing,
        id: day,
        name: day,
        campaign_type: 'MVP Mail',
        delivery_week: day,
      })),
    ),
  });
  const { data } = await requestRoute<{ records: { campaignIds: string[] }[] }>(
    here,
    token,
    listZonePerformance,
    { query: { accountIds: ['asheville'] } },
  );
  expect(data.records.flatMap(({ campaignIds }) => campaignIds)).toEqual(['2026-11-23']);
});

test('moves a call to another day with its office’s time zone', async () => {
  const monday = { startDate: '2026-11-23', endDate: '2026-11-23' };
  await importRows({ 'accounts.csv': csv([account('asheville', 'Asia/Kolkata', 'group')]) });
  expect(await callsOf(['asheville'], monday)).toEqual(['late-sunday', 'midnight']);
  await importRows({ 'accounts.csv': csv([account('asheville', 'America/New_York', 'group')]) });
  expect(await callsOf(['asheville'], monday)).toEqual(['midnight', 'supper']);
});

test('sends a group’s daily breakdown for the last day that ended at all offices', async () => {
  const { database, clock } = here;
  await importRows({
    'accounts.csv': csv([account('east', 'Pacific/Guam'), account('maui', 'Pacific/Honolulu', 'east')]),
    'calls.csv': csv([
      { ...call('hula', 'maui', '2026-11-24T05:00:00Z'), handler_id: '' },
      { ...call('luau', 'maui', '2026-11-24T20:00:00Z'), handler_id: '' },
    ]),
  });
  await addPerson(database, { id: 'eve', accounts: ['east'] });
  await beginAlerts((work) => database.transaction(work), clock.now());
  const alertType = 'Performance Breakdown Alert';
  await setAlert(database, {
    accountId: 'east',
    contactId: 'eve',
    alertType,
    frequency: 'Daily',
    methods: ['Email'],
  });
  // 8 am on Wednesday in Guam, noon on Tuesday in Hawaii
  clock.set('2026-11-24T22:00:00Z');
  await engineOf({ database, clock, dayMode: 'office' }).engine.look();
  const { text } = await newestMessage(database, 'eve@people.test');
  expect(text).toContain('from=2026-11-23&to=2026-11-23');
  expect(text).toContain('1 call');
  expect(text).toContain('Days and times are those of the office.');
});

test('shows a group’s own call on its day', async () => {
  await importRows({ 'calls.csv': csv([call('hafa-adai', 'east', here.clock.now().toISOString())]) });
  const eve = await signInAs(here, 'eve@people.test');
  expect(await callsOf(['east'], {}, eve)).toEqual(['hula', 'luau', 'hafa-adai']);
  expect(await callsOf(['maui'], {}, eve)).toEqual(['hula', 'luau']);
});
