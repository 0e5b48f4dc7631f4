import { readXlsx } from 'hucre/xlsx';
import type { CallRow } from '@mailcall/contract/calls.ts';
import { downloadCalls, requestDownload } from '@mailcall/contract/exports.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addAccounts,
  addPerson,
  bearer,
  signInAs,
  testApp,
  testNow,
} from '../../../tests/support/test-app.ts';
import { serviceBase } from '../../platform/http/serve.ts';

const here = testApp();
let token = '';

const consent = { acceptedTerms: true, authorizedReceiver: true };
const post = (path: string, payload: object, as = token) =>
  here.app.http.inject({
    method: 'POST',
    url: serviceBase.data + path,
    headers: bearer(as),
    payload: { ...consent, ...payload },
  });
const get = (path: string, query: object, as?: string) =>
  here.app.http.inject({
    url: `${serviceBase.data}${path}?${encodeQuery(query)}`,
    ...(as === undefined ? {} : { headers: bearer(as) }),
  });
const download = (query: object) => get(downloadCalls.path, query);

async function tokenFor(list: object): Promise<string> {
  const answer = await post(requestDownload.path, list);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: { slt: string } }>().data.slt;
}

async function sheetsOf(list: object, query: object = {}) {
  const answer = await download({ slt: await tokenFor(list), ...query });
  expect(answer.statusCode).toBe(200);
  const { sheets } = await readXlsx(answer.rawPayload);
  const [calls, about] = sheets;
  const [titles = [], ...rows] = calls?.rows ?? [];
  return {
    answer,
    names: sheets.map(({ name }) => name),
    calls: rows.map((row) => Object.fromEntries(titles.map((title, index) => [String(title), row[index]]))),
    about: Object.fromEntries((about?.rows ?? []).map(([name, value]) => [String(name), value])),
  };
}

beforeAll(async () => {
  const { database } = here;
  await addAccounts(database, [
    { id: 'own', name: '=Office()' },
    { id: 'own-sub', parent: 'own' },
    { id: 'other' },
  ]);
  await database.pool.query(
    `update accounts set time_zone = 'America/Denver', industry = 'Plumbing' where id = 'own'`,
  );
  await addPerson(database, { id: 'olga', accounts: ['own'] });
  await addPerson(database, { id: 'felix', accounts: ['other'] });
  await database.pool.query(`
    insert into staff (account_id, id, name) values ('own', 'sue', '+Sue');
    insert into campaigns (account_id, id, name, campaign_type, reported_delivery_week)
      values ('own', 'spring', 'Spring', 'MVP Mail', '2026-02-02');
    insert into calls (account_id, id, call_date_time, duration_seconds, answered_by, patient_type, handler_id,
        opportunity, caller_name, caller_phone_number, highlights, campaign_id, campaign_type, appointment_count)
      values ('own', 'first', '2026-03-01T15:04:05Z', 65, 1, 1, 'sue', true, '=cmd()', '+12025550101',
        '@SUM(1) said & <asked>', 'spring', 1, 2),
      ('own', 'second', '2026-03-08T10:30:00Z', 3600, 4, null, null, null, null, '+12025550102', null, null, null, 0),
      ('own-sub', 'third', '2026-03-02T00:00:00Z', 0, null, null, null, null, null, null, null, null, null, 0),
      ('other', 'foreign', '2026-03-02T00:00:00Z', 0, 1, null, null, true, null, null, null, null, null, 0)`);
});
beforeEach(async () => {
  here.clock.set(testNow);
  token = await signInAs(here, 'olga@people.test');
});

test('contains the list in typed cells, and describes itself', async () => {
  const list = {
    accountIds: ['own'],
    filters: { outcome: ['all calls'], startDate: '2026-03-01', endDate: '2026-03-31' },
  };
  const { answer, names, calls, about } = await sheetsOf(list, {
    localDateTime: '2026-03-11T08:00:00-07:00',
  });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="calls-all-calls_20260301_20260331.xlsx"',
    'cache-control': 'private, no-store',
  });
  expect(names).toEqual(['Calls', 'About this export']);
  expect(calls.map((row) => row['Call ID'])).toEqual(['second', 'third', 'first']);
  expect(calls[2]).toMatchObject({
    'Date & Time': new Date('2026-03-01T08:04:05.000Z'),
    'Time Zone': 'MST',
    Office: '=Office()',
    Caller: '=cmd()',
    'Phone Number': '+1 (202) 555-0101',
    'Client Type': 'New Client Opportunity',
    Type: 'MVP Mail',
    Campaign: 'Spring',
    'Target Delivery Week': new Date('2026-02-02T00:00:00.000Z'),
    'Answered by': '+Sue',
    Outcome: 'Appointment, Opportunity',
    Appointments: 2,
    'Call Summary': '@SUM(1) said & <asked>',
    Recording: 'No',
  });
  expect(calls[0]).toMatchObject({
    'Date & Time': new Date('2026-03-08T04:30:00.000Z'),
    'Time Zone': 'MDT',
    Caller: '+1 (202) 555-0102',
  });
  expect(calls[1]).toMatchObject({ 'Date & Time': new Date('2026-03-01T19:00:00.000Z'), 'Time Zone': 'EST' });
  expect(about).toMatchObject({
    List: 'All Calls',
    Calls: '3',
    Dates: 'Mar 1, 2026 - Mar 31, 2026, days in UTC',
    Campaigns: 'All Campaigns',
    Order: 'Date & Time, newest first',
    'Made by': 'Person olga (olga@people.test)',
    'Made at': 'Mar 11, 2026, 8:00 AM (UTC-07:00)',
    Offices: '=Office()',
  });
});

test('says when the days of a single time zone end', async () => {
  await here.database.pool.query(`update accounts set time_zone = 'America/Denver' where id = 'own-sub'`);
  const datesOf = async (startDate: string, endDate: string) =>
    (await sheetsOf({ accountIds: ['own'], filters: { outcome: ['all calls'], startDate, endDate } })).about[
      'Dates'
    ];
  expect([await datesOf('2026-02-01', '2026-02-28'), await datesOf('2026-03-01', '2026-03-31')]).toEqual([
    'Feb 1, 2026 - Feb 28, 2026, days end 5 pm Mountain',
    'Mar 1, 2026 - Mar 31, 2026, days end 6 pm Mountain',
  ]);
  await here.database.pool.query(`update accounts set time_zone = 'America/New_York' where id = 'own-sub'`);
});

test('applies and names the filters, search and order of the list', async () => {
  const list = {
    accountIds: ['*'],
    filters: { outcome: ['all calls'], callHandlerId: ['sue', 'nonStaff'], onHold: false },
    query: 'said',
    sort: 'callDuration',
    dir: 'asc',
  };
  await here.database.pool.query(`update calls set placed_on_hold = false`);
  const { calls, about } = await sheetsOf(list);
  expect(calls.map((row) => row['Call ID'])).toEqual(['first']);
  expect(about).toMatchObject({
    'Call handler': '+Sue, Not a member of staff',
    'Placed on hold': 'No',
    Search: 'said',
    Order: 'Duration, shortest first',
  });
});

test('names filters by the clock as on the screen', async () => {
  const { about } = await sheetsOf({ accountIds: ['*'], filters: { weekday: [0, 1], hour: [0, 13] } });
  expect(about).toMatchObject({ Day: 'Sunday, Monday', Hour: '12 AM, 1 PM' });
});

test.each<[query: string, ids: string[]]>([
  ['spring', ['first']],
  ['said 0101', ['first']],
  ['(202) 555-010', ['first', 'second']],
  ['saidasked', []],
  ['%', ['first', 'second', 'third']],
])('exports exactly the rows of a search for %j', async (query, ids) => {
  const list = { accountIds: ['*'], filters: { outcome: ['all calls'] }, query };
  const { calls, about } = await sheetsOf(list);
  const exported = calls.map((row) => String(row['Call ID']));
  const shown = (await get('/calls', list, token)).json<{ data: { records: CallRow[] } }>().data.records;
  expect(exported).toEqual(shown.map(({ callId }) => callId));
  expect(exported.toSorted()).toEqual(ids);
  expect(about['Calls']).toBe(String(ids.length));
});

test('contains no calls without accounts', async () => {
  expect((await sheetsOf({ accountIds: [] })).calls).toEqual([]);
});

test('accepts a token once, even in ten concurrent requests', async () => {
  const slt = await tokenFor({ accountIds: ['own'] });
  const answers = await Promise.all(Array.from({ length: 10 }, () => download({ slt })));
  const codes = answers.map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 200)).toHaveLength(1);
  expect(codes.filter((code) => code === 403)).toHaveLength(9);
  expect((await download({ slt })).statusCode).toBe(403);
});

test('rejects a token after two minutes', async () => {
  const slt = await tokenFor({ accountIds: ['own'] });
  here.clock.advance(2 * 60_000);
  expect((await download({ slt })).statusCode).toBe(403);
});

test('rejects a token after its session has ended', async () => {
  const slt = await tokenFor({ accountIds: ['own'] });
  await here.app.http.inject({ method: 'POST', url: '/api/identity/logout', headers: bearer(token) });
  expect((await download({ slt })).statusCode).toBe(403);
});

test('rejects a token of a person who lost access to its calls', async () => {
  const slt = await tokenFor({ accountIds: ['own'] });
  await here.database.pool.query(`delete from contact_accounts where contact_id = 'olga'`);
  expect((await download({ slt })).statusCode).toBe(403);
  await here.database.pool.query(
    `insert into contact_accounts (contact_id, account_id) values ('olga', 'own')`,
  );
});

test('stores no token in the database', async () => {
  const slt = await tokenFor({ accountIds: ['own'] });
  const { rows } = await here.database.pool.query(`select export_tokens::text as text from export_tokens`);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(slt);
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(slt).toString('hex'));
  expect(here.logged.join()).not.toContain(slt);
});

test('rejects an address with another list, and keeps the token valid', async () => {
  const filters = { outcome: ['opportunity', 'appointment'], startDate: '2026-03-01' };
  const slt = await tokenFor({ accountIds: ['own'], filters });
  for (const [query, field] of [
    [{ accountIds: ['own', 'own-sub'] }, 'accountIds'],
    [{ filters: { ...filters, endDate: '2026-03-05' } }, 'filters'],
  ] as const) {
    const answer = await download({ slt, ...query });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json<{ data: object }>().data)).toEqual([field]);
  }
  const same = { accountIds: ['own'], filters: { ...filters, outcome: ['appointment', 'opportunity'] } };
  expect((await download({ slt, ...same })).statusCode).toBe(200);
});

test('does not consume a token for HEAD', async () => {
  const slt = await tokenFor({ accountIds: ['own'] });
  const answer = await here.app.http.inject({
    method: 'HEAD',
    url: `${serviceBase.data}${downloadCalls.path}?slt=${slt}`,
  });
  expect(answer.statusCode).toBe(405);
  expect((await download({ slt })).statusCode).toBe(200);
});

test.each([
  [{ acceptedTerms: false }, { acceptedTerms: "Tick 'I accept the terms and conditions.'" }],
  [
    { authorizedReceiver: undefined },
    { authorizedReceiver: "Tick 'I am an authorized receiver of the data.'" },
  ],
  [{ sort: 'id' }, { sort: 'Use one of callDateTime, answeredBy, callDuration, callType.' }],
  [{ everything: true }, { everything: 'This field is not known here.' }],
])('rejects a request with %j', async (change, problems) => {
  for (const path of ['/calls/request-download', '/calls/request-large-export']) {
    const answer = await post(path, { accountIds: ['own'], ...change });
    expect([answer.statusCode, answer.json<{ data: object }>().data]).toEqual([400, problems]);
  }
});

test('stores the consent with person, time, list and number of calls', async () => {
  const before = await here.database.pool.query('select id from exports');
  await tokenFor({ accountIds: ['own'], filters: { outcome: ['all calls'], endDate: '2026-03-01' } });
  const { rows } = await here.database.pool.query<Record<string, unknown>>(
    `select * from exports where not id = any($1)`,
    [before.rows.map(({ id }: { id: string }) => id)],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    contact_id: 'olga',
    delivery: 'direct',
    requested_at: new Date(testNow),
    consent: ['I accept the terms and conditions.', 'I am an authorized receiver of the data.'],
    request: { accountIds: ['own'], filters: { outcome: ['all calls'], endDate: '2026-03-01' } },
    account_ids: ['own', 'own-sub'],
    call_count: 1,
  });
});

test('does not stream more than 10,000 calls', async () => {
  await here.database.pool.query(`
    insert into calls (account_id, id, call_date_time)
    select 'other', 'many-' || n, '2026-01-01T00:00:00Z' from generate_series(1, 10000) as n;
    insert into account_version (account_id) values ('other') on conflict do nothing`);
  const felix = await signInAs(here, 'felix@people.test');
  const requested = { accountIds: ['other'], filters: { outcome: ['all calls'] } };
  const answer = await post(requestDownload.path, requested, felix);
  expect(answer.statusCode).toBe(422);
  expect(answer.json<{ message: string }>().message).toContain('More than 10,000 calls');
  await here.database.pool.query(`delete from calls where id = 'many-1'`);
  const exactly = await post(requestDownload.path, requested, felix);
  expect([exactly.statusCode, exactly.json<{ data: { rows: number } }>().data.rows]).toEqual([200, 10_000]);
  const { data } = exactly.json<{ data: { slt: string } }>();
  const { sheets } = await readXlsx((await download({ slt: data.slt })).rawPayload);
  expect(sheets[0]?.rows).toHaveLength(10_001);
  const listed = await get('/calls', { ...requested, pageSize: 500, page: 3 }, felix);
  const ids = listed.json<{ data: { records: CallRow[] } }>().data.records.map(({ callId }) => callId);
  expect(sheets[0]?.rows.slice(1001, 1501).map((row) => row.at(-1))).toEqual(ids);
});
