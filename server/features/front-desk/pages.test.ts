import { staffMetrics } from '@mailcall/contract/front-desk.ts';
import {
  type LeaderboardRow,
  leaderboardOrders,
  leaderboardSorts,
  type LeaderboardTotals,
  teamLeaderboard,
} from '@mailcall/contract/leaderboard.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import type { OptionalPageMeta } from '@mailcall/contract/wire/page.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addPerson, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { csv, FeedFolders } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';

const here = testApp();
const folders = new FeedFolders();
let token = '';

const offices = ['east', 'north', 'west'];
const names = ['amy', 'Amy', 'Ángel', 'Bea', "O'Brien", 'Obrien', 'Zoe'];
const staff = offices.flatMap((account_id) =>
  Array.from({ length: 14 }, (_, at) => ({
    id: `${account_id}-${at}`,
    account_id,
    name: names[at % names.length] as string,
    staff_type: at % 5 === 0 ? '' : 'Front Desk',
  })),
);
const calls = staff.flatMap(({ id, account_id }, member) =>
  Array.from({ length: 1 + (member % 3) }, (_, at) => ({
    id: `${id}-call-${at}`,
    account_id,
    handler_id: id,
    call_date_time: `2026-03-0${1 + at}T12:00:00Z`,
    call_answered_by: 'Staff',
    patient_type: 'New Patient Opportunity',
    opportunity: member % 4 !== 0,
    good_impression: at % 2 === 0,
    placed_on_hold: member % 3 === 0,
    asked_to_place_on_hold: member % 2 === 0,
  })),
);

beforeAll(async () => {
  const report = await importFolder(
    here.database,
    await folders.folder({
      'accounts.csv': csv(offices.map((id) => ({ id, name: id.toUpperCase() }))),
      'staff.csv': csv(staff),
      'calls.csv': csv(calls),
      'appointments.csv': csv(
        calls
          .filter((_, at) => at % 3 !== 0)
          .map(({ id, account_id }) => ({ id: `${id}-p`, account_id, call_id: id, outcome: 'Scheduled' })),
      ),
    }),
    { files: here.files },
  );
  expect(report.firstRejections).toEqual([]);
  await addPerson(here.database, { id: 'olga', accounts: offices });
  token = await signInAs(here, 'olga@people.test');
});
afterAll(() => folders.remove());

interface Reply {
  records: object[];
  totals?: LeaderboardTotals;
  summary?: object;
  leader?: LeaderboardRow | null;
  leaders?: LeaderboardRow[];
  leadersCount?: number;
  meta: OptionalPageMeta;
}
const replyTo = async (route: AnyRoute, query: object) => {
  const { code, message, data } = await requestRoute<Reply>(here, token, route, {
    query: { accountIds: ['*'], ...query },
  });
  expect([code, message]).toEqual([200, undefined]);
  return data;
};

async function atOnceAndByPage(route: AnyRoute, query: object, pageSize: number) {
  const { records, meta, ...ofAll } = await replyTo(route, query);
  const pageCount = Math.ceil(records.length / pageSize);
  const pages = [];
  for (let page = 1; page <= pageCount + 1; page += 1)
    pages.push(await replyTo(route, { ...query, page, pageSize }));
  const position = (page: number) => ({
    total_count: records.length,
    page_count: pageCount,
    per_page: pageSize,
    page,
  });
  return {
    atOnce: {
      records,
      last: [],
      ofAll: pages.map(() => ofAll),
      meta: pages.map((_, at) => ({ ...meta, ...position(at + 1) })),
      metaOfAll: ['version', 'asOf'],
    },
    byPage: {
      records: pages.flatMap((page) => page.records),
      last: pages.at(-1)?.records,
      ofAll: pages.map(({ totals, summary, leader, leaders, leadersCount }) => ({
        ...(totals && { totals }),
        ...(summary && { summary }),
        ...(leader !== undefined && { leader, leaders, leadersCount }),
      })),
      meta: pages.map((page) => page.meta),
      metaOfAll: Object.keys(meta),
    },
  };
}

test('the pages of the leaderboard are the leaderboard, in every order', async () => {
  const request = fc.record({
    sortBy: fc.constantFrom(...leaderboardSorts),
    sort: fc.constantFrom(...leaderboardOrders),
    dir: fc.constantFrom('asc', 'desc'),
    converting: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(request, fc.integer({ min: 4, max: 60 }), async (query, pageSize) => {
      const { atOnce, byPage } = await atOnceAndByPage(teamLeaderboard, query, pageSize);
      expect(byPage).toEqual(atOnce);
    }),
    { numRuns: 25 },
  );
});

test.each(Object.entries(staffMetrics))('the pages of %s are its list', async (_, route) => {
  for (const pageSize of [5, 41, 42, 50]) {
    const { atOnce, byPage } = await atOnceAndByPage(route, {}, pageSize);
    expect(byPage).toEqual(atOnce);
  }
});

describe('the leaderboard in order', () => {
  const rowsOf = async (query: object) => (await replyTo(teamLeaderboard, query)).records as LeaderboardRow[];
  const reversed = async (query: object) => (await rowsOf({ ...query, dir: 'desc' })).toReversed();

  test('of name keeps names next to each other that differ by accent or case, and the opposite direction reverses it', async () => {
    const rows = await rowsOf({ sort: 'name' });
    expect([...new Set(rows.map(({ name }) => name))]).toEqual([
      'amy',
      'Amy',
      'Ángel',
      'Bea',
      "O'Brien",
      'Obrien',
      'Zoe',
    ]);
    expect(await reversed({ sort: 'name' })).toEqual(rows);
  });

  test('of rank is the default, and downwards equal ranks stay in order of name', async () => {
    const rows = await rowsOf({});
    expect(await rowsOf({ sort: 'rank', dir: 'asc' })).toEqual(rows);
    const down = await rowsOf({ dir: 'desc' });
    expect(down.map(({ rank }) => rank)).toEqual(rows.map(({ rank }) => rank).toReversed());
    for (const { rank } of rows)
      expect(down.filter((row) => row.rank === rank)).toEqual(rows.filter((row) => row.rank === rank));
  });

  test('lists on request only staff of a known position with a conversion, and names who leads them', async () => {
    const { records, leader, totals } = await replyTo(teamLeaderboard, {
      converting: 1,
      sortBy: 'conversionRate',
      pageSize: 3,
    });
    const all = await rowsOf({ sortBy: 'conversionRate' });
    const converting = all.filter(({ staffType, conversionRate }) => staffType && conversionRate > 0);
    expect(converting.length).toBeGreaterThan(3);
    expect(converting.length).toBeLessThan(all.length);
    expect(records).toEqual(converting.slice(0, 3));
    expect(totals?.staffCount).toBe(all.length);
    expect(leader).toBeNull();
  });
});

test('staff who placed no caller on hold are left out on request', async () => {
  const route = staffMetrics.holdCount;
  const { records, summary } = await replyTo(route, {});
  const placed = await replyTo(route, { placedOnHold: 1 });
  const rows = records as { staffPlacedCallerOnHold: number }[];
  expect(placed.records).toEqual(rows.filter((row) => row.staffPlacedCallerOnHold > 0));
  expect(placed.records.length).toBeLessThan(records.length);
  expect(placed.summary).toEqual(summary);
});

test('a page or a size alone implies the other, and neither can be anything', async () => {
  const { records, meta } = await replyTo(teamLeaderboard, { page: 2 });
  expect([records.length, meta.per_page, meta.page]).toEqual([15, 15, 2]);
  expect((await replyTo(teamLeaderboard, { pageSize: 40 })).meta.page).toBe(1);
  for (const route of [teamLeaderboard, staffMetrics.goodImpression]) {
    const { code, data } = await requestRoute(here, token, route, {
      query: { accountIds: ['*'], page: 0, pageSize: 501 },
    });
    expect([code, data]).toEqual([
      400,
      { page: 'Use a whole number from 1 to 1000000.', pageSize: 'Use a whole number from 1 to 500.' },
    ]);
  }
  const { data } = await requestRoute(here, token, teamLeaderboard, {
    query: { accountIds: ['*'], sort: 'calls', dir: 'up', converting: 'maybe' },
  });
  expect(data).toEqual({
    sort: 'Use one of rank, name.',
    dir: 'Use asc or desc.',
    converting: 'Use 1, 0, true or false.',
  });
});
