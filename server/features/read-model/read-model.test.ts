import { appointmentSorts } from '@mailcall/contract/appointments.ts';
import { noMediaType } from '@mailcall/contract/call-filters.ts';
import { callSorts } from '@mailcall/contract/calls.ts';
import type { DayMode } from '@mailcall/contract/time/days.ts';
import { type BreakdownKey, breakdowns } from '@mailcall/contract/scoreboard.ts';
import { outcomeFilters } from '@mailcall/contract/rules/outcome.ts';
import { matchesSearch } from '@mailcall/contract/rules/search-text.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { Selection } from '../../../tests/figures/feed-rows.ts';
import { importRows, longTimeout } from '../../../tests/figures/histories.ts';
import {
  choices,
  historyOf,
  historySeeds,
  saidTexts,
  selectionOf,
} from '../../../tests/figures/random-feed.ts';
import { testApp, testNow } from '../../../tests/support/test-app.ts';
import { findCallers } from '../calls/index.ts';
import { listAppointments } from '../calls/list-appointments.ts';
import { listCalls } from '../calls/list-calls.ts';
import { listMailings } from '../campaigns/list-mailings.ts';
import type { Viewer } from '../identity/index.ts';
import { FeedFolders } from '../ingest/feed-for-tests.ts';
import {
  answeredByStaff,
  dayStatement,
  priceStatement,
  type QueryEngine,
  queryInScope,
  recordEngine,
  type RequestOptions,
  SharedAnswers,
  staffStatement,
  sumOfCounts,
} from '../figures/index.ts';
import { type CheckedScope, checkScope } from '../scope/index.ts';
import { dataVersionOf } from '../figures/data-version.ts';
import { breakdownsOf, callsByHourOf, callsByWeekHourOf, summaryOf } from '../scoreboard/index.ts';
import { trackingLinesOf } from '../tracking-lines/list-tracking-lines.ts';
import type { ReadModel } from './index.ts';

const here = testApp(
  { READ_MODEL: 'duckdb' },
  { readModel: { leastCalls: 0, longestWait: longTimeout.timeout, callsAtOnce: 40 } },
);
const folders = new FeedFolders();
afterAll(() => folders.remove());
const now = new Date(testNow);

const breakdownKeys = Object.keys(breakdowns) as BreakdownKey[];

const figures: Readonly<
  Record<string, (engine: QueryEngine, scope: CheckedScope, options?: RequestOptions) => Promise<object>>
> = {
  summary: (engine, scope, options) => summaryOf(engine, scope, now, options),
  hours: (engine, scope, options) => callsByHourOf(engine, scope, now, options),
  weekHours: (engine, scope, options) => callsByWeekHourOf(engine, scope, now, options),
  days: async (engine, scope, options) =>
    inAnyOrder((await queryInScope(engine, scope, dayStatement, now, options)).rows),
  office: async (engine, scope, options) =>
    sumOfCounts((await queryInScope(engine, scope, staffStatement, now, options)).rows),
  staff: async (engine, scope, options) => {
    const { rows, meta } = await queryInScope(engine, scope, staffStatement, now, options);
    return { rows: inAnyOrder(answeredByStaff(rows)), meta };
  },
  prices: async (engine, scope, options) =>
    inAnyOrder((await queryInScope(engine, scope, priceStatement, now, options)).rows),
  ...Object.fromEntries(
    breakdownKeys.flatMap((key) =>
      [undefined, ...(key === 'callerSource' ? [true, false] : [])].map((wrongSourceMentioned) => [
        `${key} ${wrongSourceMentioned}`,
        (engine: QueryEngine, scope: CheckedScope, options?: RequestOptions) =>
          breakdownsOf(engine, scope, { keys: [key], filters: { wrongSourceMentioned } }, now, options),
      ]),
    ),
  ),
};

const inAnyOrder = (rows: readonly object[]) =>
  rows
    .map((row) => JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1))))
    .sort();

async function expectSameFigures(readModel: ReadModel, scope: CheckedScope): Promise<void> {
  const { kysely } = here.database;
  const data = await dataVersionOf(kysely, scope.accountIds);
  const answered = { ...readModel.answered };
  const names = Object.keys(figures);
  const answers = (engine: QueryEngine, options?: RequestOptions) =>
    Promise.all(Object.values(figures).map((answer) => answer(engine, scope, options)));
  const [copied, recorded, together] = [
    await answers(readModel),
    await answers(recordEngine(kysely)),
    await answers(recordEngine(kysely, new SharedAnswers()), { data }),
  ];
  for (const [at, name] of names.entries()) {
    expect([name, copied[at]]).toEqual([name, recorded[at]]);
    expect([name, together[at]]).toEqual([name, recorded[at]]);
  }
  const asked = scope.accountIds.length === 0 ? 0 : names.length;
  expect(readModel.answered).toEqual({ copy: answered.copy + asked, record: answered.record });
}

function scopeOf(
  { accountIds, startDate, endDate, campaignType }: Selection,
  { campaigns = [], dayMode = 'utc' }: { campaigns?: string[]; dayMode?: DayMode } = {},
): Promise<CheckedScope> {
  const viewer = {
    accountIds: new Set(accountIds),
    subAccounts: new Map(),
    mergedIds: new Map(),
  } as unknown as Viewer;
  const filters = { startDate, endDate, campaignFilterType: campaignType, campaigns };
  return checkScope(here.database.kysely, viewer, { accountIds, filters }, { now, dayMode });
}

const filterValues = {
  outcome: fc.subarray([...outcomeFilters], { minLength: 1 }),
  patientType: fc.subarray(['Spam', 'Existing', 'never used'], { minLength: 1 }),
  mediaType: fc.subarray(['Postcard', noMediaType], { minLength: 1 }),
  offer: fc.subarray(['item0', 'item2'], { minLength: 1 }),
  callHandlerId: fc.subarray(['h1-s1', 'h2-s1', 'h3-s1', 'nonStaff'], { minLength: 1 }),
  recordType: fc.subarray(['Mail Call', 'Web Call', 'never used'], { minLength: 1 }),
  scored: fc.boolean(),
  opportunity: fc.boolean(),
  hasAudio: fc.boolean(),
  onHold: fc.boolean(),
  wrongSourceMentioned: fc.boolean(),
  weekday: fc.subarray([0, 1, 3, 6], { minLength: 1 }),
  hour: fc.subarray([0, 8, 12, 19, 20], { minLength: 1 }),
};
const filterNames = Object.keys(filterValues) as (keyof typeof filterValues)[];

/** Few filters at a time, so that something is left. */
const listRequests = fc.record({
  page: fc.constantFrom(1, 1, 2),
  pageSize: fc.integer({ min: 5, max: 20 }),
  dir: fc.constantFrom('asc' as const, 'desc' as const),
  callSort: fc.constantFrom(...callSorts),
  appointmentSort: fc.constantFrom(...appointmentSorts),
  mailingSort: fc.constantFrom(
    'leadsCount' as const,
    'appointmentsCount' as const,
    'conversionRate' as const,
  ),
  query: fc.oneof(
    fc.constant(''),
    fc.constantFrom(
      ...saidTexts,
      'emile',
      'ÉMILE',
      'ü',
      'ß',
      'obrien',
      '303 555',
      '0101',
      '5',
      '%',
      '_',
      '\\',
      '"',
      "' or 1=1",
    ),
    fc.constantFrom('campaign 1 ann', 'Campaign', 'Pat 1', 'Lee bo', 'zz'),
  ),
  filters: fc
    .tuple(fc.record(filterValues), fc.subarray(filterNames, { maxLength: 2 }))
    .map(
      ([values, names]): Partial<typeof values> =>
        Object.fromEntries(names.map((name) => [name, values[name]])),
    ),
});
const wholeLists: ListsRequest = {
  page: 1,
  pageSize: 100,
  dir: 'desc',
  callSort: 'answeredBy',
  appointmentSort: 'time',
  mailingSort: 'leadsCount',
  query: '',
  filters: {},
};
type ListsRequest = typeof listRequests extends fc.Arbitrary<infer Value> ? Value : never;

const everyList = (
  readModel: QueryEngine,
  scope: CheckedScope,
  { page, pageSize, dir, query, filters, ...sorts }: ListsRequest,
) => {
  const { accountIds } = scope;
  const sources = { database: here.database.kysely, readModel };
  const request = { accountIds: [...accountIds], exceptAccountIds: [], page, pageSize, dir };
  return Promise.all([
    listCalls(sources, scope, { ...request, sort: sorts.callSort, query, filters }, now),
    listAppointments(sources, scope, { ...request, sort: sorts.appointmentSort, query, filters }, now),
    listMailings(
      sources,
      ({ id, leads, appointments }) => ({ id, leads, appointments }) as never,
      { accountIds, changeableIds: accountIds },
      { ...request, sort: sorts.mailingSort },
      now,
    ),
    trackingLinesOf(
      sources,
      accountIds,
      { ...request, page: undefined, pageSize: undefined, sort: 'number' },
      now,
    ),
  ]);
};

async function expectSameLists(
  readModel: ReadModel,
  scope: CheckedScope,
  request: ListsRequest,
): Promise<void> {
  const { copy } = readModel.answered;
  const copied = await everyList(readModel, scope, request);
  expect(readModel.answered.copy).toBe(copy + (scope.accountIds.length === 0 ? 0 : copied.length));
  expect(copied).toEqual(await everyList(recordEngine(here.database.kysely), scope, request));
}

async function expectSameCallers(
  readModel: ReadModel,
  scope: CheckedScope,
  query: string,
): Promise<string[]> {
  const { database } = here;
  const { signal } = new AbortController();
  const found = (engine: QueryEngine) =>
    findCallers({ database, readModel: engine }, scope, { query }, signal);
  const { record } = readModel.answered;
  const callers = await found(readModel);
  expect([query, callers]).toEqual([query, await found(recordEngine(database.kysely))]);
  expect(readModel.answered.record).toBe(record);
  return callers.map(({ callId }) => callId);
}

async function expectFoundByRule(readModel: QueryEngine, scope: CheckedScope, query: string): Promise<void> {
  const ofAccounts = async (text: string) =>
    (
      await here.database.pool.query<{ id: string; texts: (string | null)[] }>(
        `select rows.id, array[coalesce(campaigns.friendly_name, campaigns.name), ${text}
        left join campaigns on campaigns.account_id = calls.account_id and campaigns.id = calls.campaign_id
        where rows.account_id = any($1) and not calls.deleted
          and calls.call_date_time between '2018-01-01' and '2026-12-31T23:59:59.999Z'`,
        [scope.accountIds],
      )
    ).rows.flatMap(({ id, texts }) => (matchesSearch(texts, query) ? [id] : []));
  const calls = await ofAccounts(
    `rows.caller_name, rows.caller_id_name, rows.caller_phone_number, rows.highlights] as texts
    from calls as rows join calls on calls.account_id = rows.account_id and calls.id = rows.id`,
  );
  const appointments = await ofAccounts(
    `rows.first_name, rows.last_name, rows.phone] as texts from appointments as rows
    join calls on calls.account_id = rows.account_id and calls.id = rows.call_id
      and not rows.deleted and not exists (select from appointments later where later.account_id = rows.account_id
        and later.previous_appointment_id = rows.id and not later.deleted)`,
  );
  for (const engine of [readModel, recordEngine(here.database.kysely)]) {
    const [foundCalls, foundAppointments] = await everyList(engine, scope, { ...wholeLists, query });
    expect([query, foundCalls.records.map(({ callId }) => callId).sort()]).toEqual([query, calls.sort()]);
    expect([query, foundAppointments.records.map(({ Id }) => Id).sort()]).toEqual([
      query,
      appointments.sort(),
    ]);
  }
}

let histories = 0;
async function importHistory(seed: Parameters<typeof historyOf>[0]): Promise<ReturnType<typeof historyOf>> {
  histories += 1;
  const history = historyOf(seed, `h${histories}-`);
  for (const { campaigns } of Object.values(history)) {
    const [campaign] = campaigns;
    if (campaign) campaigns.push({ ...campaign, id: `h${histories}-without-calls`, deleted: false });
  }
  await importRows(here, folders, history.first);
  return history;
}

const numRuns = Number(process.env['FIGURES_RUNS'] ?? 1);
const requestCount = numRuns > 1 ? 2 : 1;

test('the copy answers every query as the record does, before and after changes', longTimeout, async () => {
  const { readModel } = here.app;
  await readModel.settled();
  await fc.assert(
    fc.asyncProperty(
      historySeeds(now),
      choices,
      fc.nat(9),
      fc.array(listRequests, { minLength: requestCount, maxLength: requestCount }),
      async (seed, choice, campaign, requests) => {
        const { first, second } = await importHistory(seed);
        const { wide } = selectionOf(choice, first);
        const everything: Selection = {
          accountIds: first.accounts.map(({ id }) => id),
          ...everyDay,
        };
        const chosen = first.campaigns[campaign % first.campaigns.length]?.id ?? 'none';
        const narrower = campaign > 4 ? scopeOf(wide) : scopeOf(everything, { campaigns: [chosen] });
        const oneDay = { ...everything, startDate: '2026-03-08', endDate: '2026-03-08' };
        const ofOffices = scopeOf(campaign > 4 ? oneDay : wide, { dayMode: 'office' });
        const whole = await scopeOf(everything);
        const scopes = [whole, await narrower, await ofOffices];
        const expectSame = async () => {
          for (const scope of scopes) {
            await expectSameFigures(readModel, scope);
            for (const request of [wholeLists, ...requests]) await expectSameLists(readModel, scope, request);
          }
          for (const { query } of requests) await expectFoundByRule(readModel, whole, query);
          for (const { query } of requests)
            for (const scope of scopes) await expectSameCallers(readModel, scope, query);
        };
        await expectSame();
        await importRows(here, folders, second);
        await expectSame();
        await changeAlone(everything.accountIds);
        await expectSame();
        const [accountId] = everything.accountIds;
        await here.database.pool.query(
          `with deleted as (delete from calls where account_id = $1 and version % 2 = 0)
        update account_version set epoch = epoch + 1 where account_id = $1`,
          [accountId],
        );
        await expectBuiltAnew(readModel, scopes);
        await expectSame();
      },
    ),
    { numRuns, endOnFailure: true },
  );
  expect(readModel.state).toBe('ready');
});

/** Queries of which most find something among the texts below, and in only one of the two engines if these differ. */
const searches = [
  '%',
  '_',
  '\\',
  '"',
  'a_b',
  '50%',
  'back\\slash',
  'said "yes"',
  "o'brien",
  'emile',
  'ÉMILE',
  'müller',
  'strasse',
  'straße',
  '5550101',
  '(303) 555-01',
  '3 30',
  'ann summer',
  'bowl',
  'next line',
];

test('searches in the copy find what the rule finds, by the present names of campaigns and never across texts', async () => {
  const { readModel } = here.app;
  await here.database.pool.query(`
    insert into accounts (id, name) values ('searched', 'searched');
    insert into account_version (account_id, version) values ('searched', 1);
    insert into campaigns (account_id, id, name, campaign_type)
    values ('searched', 'm1', 'Summer 50% Mailing', 'Postcard'), ('searched', 'm2', 'Winter a_b', 'Postcard');
    insert into calls (account_id, id, call_date_time, version, campaign_id, caller_name, caller_id_name, caller_phone_number, highlights)
    values ('searched', 's1', '2026-03-01', 1, 'm1', 'Ann Lebo', 'Wlodek', '+13035550101', E'Said "yes", at 3:30.\nNext\r\nline'),
      ('searched', 's2', '2026-03-02', 1, 'm2', 'Émile O’Brien', null, '(303) 555-0102', 'back\\slash, 1%, Müller-Straße 5, 10'),
      ('searched', 's3', '2026-03-03', 1, null, 'MÜLLER', 'O''Brien', null, null);
    insert into appointments (account_id, id, call_id, first_name, last_name, phone, version)
    values ('searched', 'p1', 's1', 'Bo', 'Wlazny', '303.555.0101', 1), ('searched', 'p2', 's2', 'Ann', null, null, 1)`);
  const scope = await scopeOf({ accountIds: ['searched'], ...everyDay });
  const answered = { ...readModel.answered };
  for (const query of searches) {
    await expectFoundByRule(readModel, scope, query);
    await expectSameCallers(readModel, scope, query);
  }
  const callsFound = async (query: string) => {
    const [{ records }] = await everyList(readModel, scope, { ...wholeLists, query });
    return records.map(({ callId }) => callId).sort();
  };
  expect([await callsFound('bowl'), await callsFound('ann summer'), await callsFound('obrien')]).toEqual([
    [],
    ['s1'],
    ['s2', 's3'],
  ]);
  await here.database.pool.query(`
    update campaigns set friendly_name = 'Autumn' where account_id = 'searched' and id = 'm1';
    update account_version set version = version + 1 where account_id = 'searched'`);
  expect([await callsFound('summer'), await callsFound('autumn')]).toEqual([[], ['s1']]);
  // by present name: a text that others have, one that was new, and one that is gone
  const callersFound = async (...texts: string[]) => {
    const found = [];
    for (const query of texts) found.push(await expectSameCallers(readModel, scope, query));
    return found;
  };
  expect(await callersFound('lebo', 'müller obrien')).toEqual([['s1'], ['s3']]);
  await here.database.pool.query(`
    update calls set caller_name = 'MÜLLER', caller_id_name = 'O''Brien', caller_phone_number = null, version = 3
      where account_id = 'searched' and id = 's1';
    update calls set caller_name = 'Lebowski', version = 3 where account_id = 'searched' and id = 's2';
    update calls set deleted = true, version = 3 where account_id = 'searched' and id = 's3';
    update account_version set version = 3 where account_id = 'searched'`);
  expect(await callersFound('lebo', 'müller obrien', 'émile')).toEqual([['s2'], ['s1'], []]);
  expect(readModel.answered.record).toBe(answered.record);
});

/** Without a change of their calls. */
async function changeAlone(accountIds: readonly string[]): Promise<void> {
  const one = async (sql: string, ...values: unknown[]) =>
    (await here.database.pool.query<{ id: string; version: string }>(sql, values)).rows[0];
  for (const accountId of accountIds)
    for (const [table, values] of [
      ['inquiries', 'deleted = true'],
      ['inquiries', 'call_id = $4'],
      ['appointments', 'call_id = $4'],
    ] as const) {
      const row = await one(
        `select row.id from ${table} row join calls on calls.account_id = row.account_id and calls.id = row.call_id
         where row.account_id = $1 and not row.deleted and not calls.deleted order by row.id limit 1`,
        accountId,
      );
      const other = await one(
        `select max(id) as id from calls where account_id = $1 and not deleted and id <> (
           select call_id from ${table} where account_id = $1 and id = $2)`,
        accountId,
        row?.id,
      );
      if (!row || !other?.id) continue;
      const raised = await one(
        'update account_version set version = version + 1 where account_id = $1 returning version',
        accountId,
      );
      await here.database.pool.query(
        `update ${table} set version = $3, ${values} where account_id = $1 and id = $2 and $4::text is not null`,
        [accountId, row.id, raised?.version, other.id],
      );
    }
}

async function expectBuiltAnew(readModel: ReadModel, [scope]: readonly CheckedScope[]): Promise<void> {
  if (!scope) throw new Error('There is no scope.');
  const { record } = readModel.answered;
  await summaryOf(readModel, scope, now);
  expect(readModel.answered.record).toBe(record + 1);
  await readModel.settled();
}

const everyDay = { startDate: '2018-01-01', endDate: '2026-12-31', campaignType: 'all' } as const;
