import { appointmentSorts } from '@mailcall/contract/appointments.ts';
import { noMediaType } from '@mailcall/contract/call-filters.ts';
import { callSorts } from '@mailcall/contract/calls.ts';
import { outcomeFilters } from '@mailcall/contract/rules/outcome.ts';
import fc from 'fast-check';
import type { RawBuilder } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Selection } from '../../../tests/figures/feed-rows.ts';
import { importRows, longTimeout } from '../../../tests/figures/histories.ts';
import { choices, historyOf, historySeeds, selectionOf } from '../../../tests/figures/random-feed.ts';
import { testApp, testNow } from '../../../tests/support/test-app.ts';
import { listAppointments } from '../calls/list-appointments.ts';
import { listCalls } from '../calls/list-calls.ts';
import { listMailings } from '../campaigns/list-mailings.ts';
import { type HandlingCount, handlingCounts } from '../front-desk/handling.ts';
import { officeQuery, priceQuery, staffQuery } from '../front-desk/queries.ts';
import type { Viewer } from '../identity/index.ts';
import { FeedFolders } from '../ingest/feed-for-tests.ts';
import {
  type CheckedScope,
  checkScope,
  type QueryEngine,
  queryAtVersion,
  recordEngine,
} from '../scope/index.ts';
import { breakdownQueries } from '../scoreboard/breakdowns.ts';
import { hourQuery, summaryQuery, weekHourQuery } from '../scoreboard/queries.ts';
import { trackingLinesOf } from '../tracking-lines/list-tracking-lines.ts';
import type { ReadModel } from './index.ts';

const here = testApp({ READ_MODEL: 'duckdb' }, { readModel: { leastCalls: 0 } });
const folders = new FeedFolders();
afterAll(() => folders.remove());
const now = new Date(testNow);

type Query = (scope: CheckedScope) => RawBuilder<object>;
const everyCount = Object.keys(handlingCounts) as HandlingCount[];

/** Every query that the copy answers. */
const queries: Readonly<Record<string, Query>> = {
  summary: summaryQuery,
  hours: hourQuery,
  weekHours: weekHourQuery,
  ...Object.fromEntries(
    Object.entries(breakdownQueries).map(([key, query]): [string, Query] => [
      key,
      (scope) => query(scope, {}),
    ]),
  ),
  wrongSource: (scope) => breakdownQueries.callerSource(scope, { wrongSourceMentioned: true }),
  office: (scope) => officeQuery(scope, everyCount),
  staff: (scope) => staffQuery(scope, everyCount),
  prices: priceQuery,
};

/** The scope of a selection, of a viewer with a right to these accounts. */
function scopeOf(
  { accountIds, startDate, endDate, campaignType }: Selection,
  campaigns: string[] = [],
): Promise<CheckedScope> {
  const viewer = { accountIds: new Set(accountIds) } as unknown as Viewer;
  const filters = { startDate, endDate, campaignFilterType: campaignType, campaigns };
  return checkScope(here.database.kysely, viewer, { accountIds, filters }, { now, dayMode: 'utc' });
}

const inAnyOrder = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();

/** The copy answers every query as the record does, at the same version of the data. */
async function expectSameAnswers(readModel: ReadModel, scope: CheckedScope): Promise<void> {
  const { accountIds } = scope;
  const record = recordEngine(here.database.kysely);
  const answered = { ...readModel.answered };
  for (const [name, query] of Object.entries(queries)) {
    const [copied, recorded] = [
      await queryAtVersion(readModel, query(scope), { accountIds }),
      await queryAtVersion(record, query(scope), { accountIds }),
    ];
    expect([name, copied.version, inAnyOrder(copied.rows)]).toEqual([
      name,
      recorded.version,
      inAnyOrder(recorded.rows),
    ]);
  }
  expect(readModel.answered).toEqual({
    copy: answered.copy + Object.keys(queries).length,
    record: answered.record,
  });
}

const filterValues = {
  outcome: fc.subarray([...outcomeFilters], { minLength: 1 }),
  patientType: fc.subarray(['Spam', 'Existing', 'never used'], { minLength: 1 }),
  mediaType: fc.subarray(['Postcard', noMediaType], { minLength: 1 }),
  offer: fc.subarray(['item0', 'item2'], { minLength: 1 }),
  callHandlerId: fc.subarray(['h1-s1', 'h2-s1', 'h3-s1', 'nonStaff'], { minLength: 1 }),
  onHold: fc.boolean(),
  wrongSourceMentioned: fc.boolean(),
  weekday: fc.subarray([0, 1, 3, 6], { minLength: 1 }),
  hour: fc.subarray([0, 8, 12, 19, 20], { minLength: 1 }),
};
const filterNames = Object.keys(filterValues) as (keyof typeof filterValues)[];

/** Random requests of lists: few filters at a time, so that something is left. */
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
  filters: fc
    .tuple(fc.record(filterValues), fc.subarray(filterNames, { maxLength: 2 }))
    .map(
      ([values, names]): Partial<typeof values> =>
        Object.fromEntries(names.map((name) => [name, values[name]])),
    ),
});
/** Everything on one page, in an order with many equal rows. */
const wholeLists: ListsRequest = {
  page: 1,
  pageSize: 100,
  dir: 'desc',
  callSort: 'answeredBy',
  appointmentSort: 'time',
  mailingSort: 'leadsCount',
  filters: {},
};
type ListsRequest = typeof listRequests extends fc.Arbitrary<infer Value> ? Value : never;

/** Lists of which the copy finds or counts something. */
const everyList = (
  readModel: QueryEngine,
  scope: CheckedScope,
  { page, pageSize, dir, filters, ...sorts }: ListsRequest,
) => {
  const { accountIds } = scope;
  const sources = { database: here.database.kysely, readModel };
  const request = { accountIds: [...accountIds], exceptAccountIds: [], page, pageSize, dir };
  return Promise.all([
    listCalls(sources, scope, { ...request, sort: sorts.callSort, filters }, now),
    listAppointments(sources, scope, { ...request, sort: sorts.appointmentSort, filters }, now),
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

/** Every list is the same whoever finds its rows. */
async function expectSameLists(
  readModel: ReadModel,
  scope: CheckedScope,
  request: ListsRequest,
): Promise<void> {
  const { copy } = readModel.answered;
  const copied = await everyList(readModel, scope, request);
  // the copy has no names of patients
  const lists = copied.length - (request.appointmentSort.endsWith('Name') ? 1 : 0);
  expect(readModel.answered.copy).toBe(copy + (scope.accountIds.length === 0 ? 0 : lists));
  expect(copied).toEqual(await everyList(recordEngine(here.database.kysely), scope, request));
}

/** The ids of a random history that was imported. */
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

test('the copy answers every query as the record does, before and after changes', longTimeout, async () => {
  const { readModel } = here.app;
  await readModel.settled();
  await fc.assert(
    fc.asyncProperty(
      historySeeds(now),
      choices,
      fc.nat(9),
      fc.array(listRequests, { minLength: 2, maxLength: 2 }),
      async (seed, choice, campaign, requests) => {
        const { first, second } = await importHistory(seed);
        const { wide } = selectionOf(choice, first);
        const everything: Selection = {
          accountIds: first.accounts.map(({ id }) => id),
          ...everyDay,
        };
        const chosen = first.campaigns[campaign % first.campaigns.length]?.id ?? 'none';
        const narrower = campaign > 4 ? scopeOf(wide) : scopeOf(everything, [chosen]);
        const scopes = [await scopeOf(everything), await narrower];
        const expectSame = async () => {
          for (const scope of scopes) {
            await expectSameAnswers(readModel, scope);
            for (const request of [wholeLists, ...requests]) await expectSameLists(readModel, scope, request);
          }
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
    { numRuns: Number(process.env['FIGURES_RUNS'] ?? 1), endOnFailure: true },
  );
  expect(readModel.state).toBe('ready');
});

/** Removes and moves inquiries, and moves appointments, without a change of their calls. */
async function changeAlone(accountIds: readonly string[]): Promise<void> {
  const moved = (table: string) => `call_id = (
    select max(id) from calls where calls.account_id = ${table}.account_id and not deleted and id <> ${table}.call_id)`;
  for (const [table, values] of [
    ['inquiries', 'deleted = true'],
    ['inquiries', moved('inquiries')],
    ['appointments', moved('appointments')],
  ] as const)
    await here.database.pool.query(
      `with raised as (update account_version set version = version + 1 where account_id = any($1) returning account_id, version)
      update ${table} set version = raised.version, ${values} from raised
      where ${table}.account_id = raised.account_id and ${table}.id in (
        select min(row.id) from ${table} row join calls on calls.account_id = row.account_id and calls.id = row.call_id
        where not row.deleted and not calls.deleted group by row.account_id
        having (select count(*) from calls other where other.account_id = row.account_id and not deleted) > 1)`,
      [accountIds],
    );
}

/** The record answers after rows were deleted, until the copy was made anew. */
async function expectBuiltAnew(readModel: ReadModel, [scope]: readonly CheckedScope[]): Promise<void> {
  if (!scope) throw new Error('There is no scope.');
  const { record } = readModel.answered;
  await queryAtVersion(readModel, summaryQuery(scope), scope);
  expect(readModel.answered.record).toBe(record + 1);
  await readModel.settled();
}

const everyDay = { startDate: '2018-01-01', endDate: '2026-12-31', campaignType: 'all' } as const;
