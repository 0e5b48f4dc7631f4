import { listAppointments } from '@mailcall/contract/appointments.ts';
import { listCalls } from '@mailcall/contract/calls.ts';
import { officeHandlingRate, staffMetrics } from '@mailcall/contract/front-desk.ts';
import { teamLeaderboard } from '@mailcall/contract/leaderboard.ts';
import {
  breakdowns,
  callSummaryCount,
  callsByWeekHour,
  callsOverTime,
  callsPerDay,
  listBreakdowns,
  type Breakdown,
  type Summary,
} from '@mailcall/contract/scoreboard.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addPerson, signInAs, testApp, testNow } from '../../../tests/support/test-app.ts';
import { csv, FeedFolders } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';

const here = testApp({}, { answers: {} });
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

const routes = [callSummaryCount, callsPerDay, callsByWeekHour, callsOverTime, ...Object.values(breakdowns)];

test.each(routes.map((route) => [route.path, route] as const))(
  'returns nothing and version 0 from %s without accounts',
  async (_, route) => {
    const { code, data } = await requestRoute<{ meta: object }>(here, token, route, {
      query: { accountIds: [] },
    });
    expect([code, data.meta]).toEqual([200, { version: 0, asOf: testNow }]);
  },
);

test.each(routes.map((route) => [route.path, route] as const))(
  'refuses all accounts in %s if one is not allowed',
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

test('refuses empty breakdown requests and answers several at one version', async () => {
  const several = (query: object) =>
    requestRoute<RouteReply<typeof listBreakdowns>>(here, token, listBreakdowns, { query });
  const keys = ['offer', 'callerGender', 'answeredBy'];
  const words = 'offer, service, insurance, callerGender, paymentType, callerSource, followUpReason';
  for (const [wrong, field, start] of [
    [undefined, 'keys', `Name at least one of ${words}`],
    [['callerGender', 'gender'], 'keys.1', `Use some of ${words}`],
    [Array(16).fill('offer'), 'keys', 'Use at most 15 breakdowns.'],
  ] as const) {
    const { code, data } = await several({ accountIds: ['*'], keys: wrong });
    expect([code, data]).toEqual([400, { [field]: expect.stringContaining(start) }]);
  }
  const foreign = await several({ accountIds: ['office-00001', 'foreign'], keys });
  expect([foreign.code, foreign.data]).toEqual([403, null]);
  const none = await several({ accountIds: [], keys });
  expect(none.data.meta).toEqual({ version: 0, asOf: testNow });
  expect(none.data.breakdowns.callerGender).toEqual({ records: [], firstRecordDate: null, callsCount: 0 });
  const { data } = await several({ accountIds: ['group'], keys });
  const alone = await requestRoute<Breakdown>(here, token, breakdowns.callerGender, {
    query: { accountIds: ['group'] },
  });
  expect({ ...data.breakdowns.callerGender, meta: data.meta }).toEqual(alone.data);
  expect(Object.keys(data.breakdowns)).toEqual(keys);
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

test('counts hours of the week on the office’s clock, Sunday first, without empty hours', async () => {
  const { data } = await requestRoute<RouteReply<typeof callsByWeekHour>>(here, token, callsByWeekHour, {
    query: { accountIds: ['*'] },
  });
  expect(data.cells).toEqual([{ weekday: 0, hour: 4, calls: 300, missed: 150, unscored: 0 }]);
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

test('raises the version with every change in the scope only', async () => {
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

const repeatedRoutes = [
  callSummaryCount,
  callsPerDay,
  breakdowns.callerGender,
  teamLeaderboard,
  officeHandlingRate,
  staffMetrics.holdCount,
  listAppointments,
  listCalls,
];

async function everyAnswer(person: string, accountIds: string[], headers: Record<string, string> = {}) {
  const followUps = { filters: { outcome: ['follow-up'] } };
  const asked = [...repeatedRoutes.map((route) => [route, {}] as const), [listCalls, followUps] as const];
  const answers = await Promise.all(
    asked.map(([route, query]) =>
      requestRoute<{ meta: { asOf?: string } }>(here, person, route, {
        query: { accountIds, ...query },
        headers,
      }),
    ),
  );
  return answers.map(({ code, data, headers: received }) => {
    const { asOf, ...meta } = data?.meta ?? {};
    return { code, asOf, tag: received['etag'], data: { ...data, meta } };
  });
}

const answersOf = async (...asked: Parameters<typeof everyAnswer>) =>
  (await everyAnswer(...asked)).map(({ data }) => data);

test('repeats an answer until its scope changes, or a day or follow-up ends', async () => {
  const [known, other] = ['office-09998', 'office-09999'];
  const addCalls = async (calls: Record<string, string | number | boolean>[]) => {
    const folder = await folders.folder({ 'calls.csv': csv(calls) });
    await importFolder(here.database, folder, { files: here.files });
  };
  const aCall = { account_id: known, call_answered_by: 'Staff', follow_up_opportunity: true };
  // 30 days ago in a minute
  const leaving = { ...aCall, id: 'again-1', call_date_time: '2026-02-09T15:01:00Z' };
  const tomorrow = { ...aCall, id: 'again-2', call_date_time: '2026-03-12T01:00:00Z' };
  await addCalls([leaving, tomorrow]);
  await addPerson(here.database, { id: 'pia', accounts: [known, other] });
  await addPerson(here.database, { id: 'rob', accounts: [other] });
  const [pia, rob] = [await signInAs(here, 'pia@people.test'), await signInAs(here, 'rob@people.test')];
  const first = await answersOf(token, [known]);

  // rows changed without their version prove that nothing is counted
  await here.database.pool.query(
    `update calls set caller_name = 'Unseen', opportunity = true where id like 'again-%'`,
  );
  here.clock.advance(60_000);
  const again = await everyAnswer(token, [known]);
  expect(again.map(({ data }) => data)).toEqual(first);
  expect(new Set(again.map(({ asOf }) => asOf))).toEqual(new Set(['2026-03-11T15:01:00.000Z']));
  expect(await answersOf(pia, [known])).toEqual(first);
  expect((await everyAnswer(rob, [known])).map(({ code }) => code)).toEqual(again.map(() => 403));
  const [ofBoth, ofOther] = [await answersOf(pia, ['*']), await answersOf(rob, ['*'])];
  expect([ofBoth[0], ofOther[0]]).toMatchObject([{ all_calls_count: 1 }, { all_calls_count: 0 }]);

  // the same request by two people about data with equal versions
  await here.database.pool.query(
    `update account_version set version = 100, epoch = 100 where account_id in ('office-00010', 'office-00012')`,
  );
  for (const [id, account, gender] of [
    ['sam', 'office-00010', 'Åse'],
    ['tia', 'office-00012', 'Female'],
  ] as const) {
    await addPerson(here.database, { id, accounts: [account] });
    const all = await answersOf(await signInAs(here, `${id}@people.test`), ['*']);
    expect(all[repeatedRoutes.indexOf(breakdowns.callerGender)]).toMatchObject({
      records: [{ name: gender }],
    });
  }

  const [summary] = again;
  const headers = { 'if-none-match': `"other", ${summary?.tag}` };
  const [unchanged, ...others] = await everyAnswer(token, [known], headers);
  expect([unchanged?.code, unchanged?.tag, unchanged?.data]).toEqual([304, summary?.tag, { meta: {} }]);
  expect(others.map(({ code }) => code)).toEqual(others.map(() => 200));

  here.clock.advance(1);
  const counted = async () => {
    const all = await everyAnswer(token, [known], headers);
    const [{ followup_opportunity_calls_count: followUps }, listed] = [all[0], all.at(-1)].map(
      (answer) => answer?.data as { followup_opportunity_calls_count?: number; records?: object[] },
    ) as [{ followup_opportunity_calls_count?: number }, { records?: object[] }];
    return [followUps, listed.records?.length];
  };
  expect(await counted()).toEqual([1, 1]);

  await addCalls([{ ...aCall, id: 'again-3', call_date_time: '2026-03-10T10:00:00Z' }]);
  expect(await counted()).toEqual([2, 2]);
  await here.database.pool.query(
    `update calls set caller_gender = null, follow_up_opportunity = false where id = 'again-3'`,
  );
  expect(await counted()).toEqual([2, 2]);
  await here.database.pool.query('update portal_change_log set database_id = gen_random_uuid()');
  expect(await counted()).toEqual([1, 1]);

  here.clock.set('2026-03-12T15:00:00Z');
  const tomorrows = await answersOf(await signInAs(here, 'pia@people.test'), [known]);
  expect(tomorrows[0]).toMatchObject({ all_calls_count: 3 });
  expect(tomorrows[repeatedRoutes.indexOf(listCalls)]).toMatchObject({ meta: { total_count: 3 } });
  here.clock.set(testNow);
});

test('says in the header and the log what answered and how old the answer is, but not who exists', async () => {
  const ask = () => requestRoute(here, token, callSummaryCount, { query: { accountIds: ['office-00100'] } });
  const timingOf = async (asked: ReturnType<typeof ask>) => (await asked).headers['server-timing'];
  expect(await timingOf(ask())).toMatch(/^postgres;dur=\d+(\.\d)?, age;dur=0$/);
  here.clock.advance(5_000);
  expect(await timingOf(ask())).toMatch(/^remembered;dur=\d+(\.\d)?, age;dur=5000$/);
  here.clock.set(testNow);
  const logged = here.logged.flatMap((line) => {
    const { msg, engine, age } = JSON.parse(line) as { msg?: string; engine?: string; age?: number };
    return msg === 'figures' ? [{ engine, age }] : [];
  });
  expect(logged.slice(-2)).toEqual([
    { engine: 'postgres', age: 0 },
    { engine: 'remembered', age: 5000 },
  ]);
  const signIn = await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/oauth/token',
    payload: { grant_type: 'password', username: 'olga@people.test', password: 'wrong' },
  });
  expect(signIn.headers).not.toHaveProperty('server-timing');
});
