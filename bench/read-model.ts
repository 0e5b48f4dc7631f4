import { callSorts, listCalls } from '@mailcall/contract/calls.ts';
import { teamLeaderboard } from '@mailcall/contract/leaderboard.ts';
import { dateRangeOfPreset, instantsOf } from '@mailcall/contract/scope/date-range.ts';
import { breakdowns, callSummaryCount, callsByWeekHour } from '@mailcall/contract/scoreboard.ts';
import { requireRatio, timeInTurns } from './comparison.ts';
import { openGrownStore } from './grown-store.ts';
import { readOptions, sized } from './options.ts';
import { PlainSql } from './plain-sql.ts';
import { type BenchPortal, startPortal } from './portals.ts';
import {
  allCallsPage,
  type Browser,
  callList,
  frontDesk,
  overview,
  type ScreenDates,
  type ScreenFigures,
  searchCallers,
} from './screens.ts';
import { TypedScan } from './typed-scan.ts';

const parts = ['screens', 'random', 'lists', 'everything', 'again'] as const;

const usage = `npm run bench:read-model -- [--calls 1000000] [--offices 1,8,200] [--times 5] [--plain] [--only lists,again]

Measures screens over HTTP with the columnar copy for every scope, with PostgreSQL alone, and with plain SQL, and fails when their
figures differ, or when something takes more times as long as its baseline than it may.
  --calls    calls of the store, a multiple of 50,000 in offices of 5,000; it is made once, a million in about two minutes
  --offices  how many offices the scopes have
  --times    how often each side is timed, after turns that do not count, so that V8 has compiled what a portal runs all day: 20
             for scopes below 50,000 calls; for larger ones 20 of the screens with the copy and the typed arrays, and one of all
  --plain    beside plain SQL, which takes long, and the Overview beside loops over typed arrays
  --only     some of the parts:
    screens  the Overview, the Front Desk and All Calls
    random   half of the offices at random beside as many adjacent ones
    lists    all calls by each of their sorts, and searched, beside plain SQL with lower(text) like; with limits from
             900,000 calls on
    everything  the search of everything for a name, beside plain SQL with lower(text) like; with a limit from 900,000 calls on
    again    the same query again when nothing has changed, beside the same route without an account`;

const searches = ['implant', 'garcia'];
const callerNames = ['garcia', 'zzyzx'];
/** From this number of calls, lists have a limit. */
const largeScope = 900_000;
/** Below this number of calls, answers take milliseconds; they warm up so that V8 compiles. */
const smallScope = 50_000;
const timesBefore = sized(20, 0);
const timesAgain = sized(21, 1);
const thirtyDays = 30 * 24 * 60 * 60 * 1000;

const values = readOptions(usage, {
  calls: { type: 'string', default: sized('1000000', '1000') },
  offices: { type: 'string', default: sized('1,8,200', '1') },
  times: { type: 'string', default: sized('5', '1') },
  plain: { type: 'boolean', default: sized(false, true) },
  only: { type: 'string', default: parts.join(',') },
});
const chosen = values.only.split(',');
if (chosen.some((part) => !parts.some((name) => name === part))) {
  console.error(`--only takes some of ${parts.join(', ')}.`);
  process.exit(1);
}
const times = Number(values.times);
const counts = values.offices.split(',').map(Number);

const record = await openGrownStore(Number(values.calls), console.log);
const { database, clock } = record;
const bounds = {
  ...instantsOf(dateRangeOfPreset('all', clock.now())),
  recentFrom: new Date(clock.now().getTime() - thirtyDays),
};
const plain = new PlainSql(database.pool, bounds);
const { rows: offices } = await database.pool.query<{ id: string; calls: number }>(
  `select account_id as id, cast(count(*) as integer) as calls from calls where not deleted
  group by account_id order by abs(count(*) - 5000), account_id`,
);

function officesOf(count: number): { ids: string[]; calls: number; title: string } {
  const some = offices.slice(0, count);
  const calls = some.reduce((sum, office) => sum + office.calls, 0);
  return {
    ids: some.map(({ id }) => id),
    calls,
    title: `${some.length} offices, ${calls.toLocaleString('en-US')} calls`,
  };
}

/** All calls, but new dates each time, so that no rows come from a cache. */
const otherDates = (() => {
  const { endDate } = dateRangeOfPreset('all', clock.now());
  let asked = 0;
  return (): ScreenDates => {
    asked += 1;
    return { startDate: new Date(Date.UTC(2010, 0, asked)).toISOString().slice(0, 10), endDate };
  };
})();

const turnsOf = (calls: number, timed = times) => ({
  times: timed,
  untimed: calls < smallScope ? timesBefore : 1,
});
/** Sides that compute in V8 warm up in large scopes as often as in small ones. PostgreSQL would take minutes and gets no faster. */
const warmUp = { sides: ['copy', 'typed arrays'], turns: timesBefore };

type Screen = (accountIds: readonly string[]) => Promise<ScreenFigures>;

async function measureScreens(copy: BenchPortal, postgres: BenchPortal): Promise<void> {
  const scan = values.plain ? await TypedScan.load(database.pool, bounds) : null;
  const screens: Record<string, Record<string, Screen>> = {
    Overview: {
      copy: (ids) => overview(copy.browser, ids, otherDates()),
      PostgreSQL: (ids) => overview(postgres.browser, ids, otherDates()),
      'plain SQL': (ids) => plain.overview(ids),
      ...(scan && { 'typed arrays': async (ids) => scan.overview(ids) }),
    },
    'Front Desk': {
      copy: (ids) => frontDesk(copy.browser, ids, otherDates()),
      PostgreSQL: (ids) => frontDesk(postgres.browser, ids, otherDates()),
      'plain SQL': (ids) => plain.frontDesk(ids),
    },
    'All Calls': {
      copy: (ids) => allCallsPage(copy.browser, ids, otherDates()),
      PostgreSQL: (ids) => allCallsPage(postgres.browser, ids, otherDates()),
      'plain SQL': (ids) => plain.allCallsPage(ids),
    },
  };
  for (const count of counts) {
    const { ids, calls, title } = officesOf(count);
    for (const [name, sides] of Object.entries(screens)) {
      const compared = Object.entries(sides)
        .filter(([side]) => values.plain || side !== 'plain SQL')
        .map(([side, screen]) => [side, () => screen(ids)] as const);
      await timeInTurns(`${name}, ${title}`, Object.fromEntries(compared), {
        ...turnsOf(calls),
        ...(calls >= smallScope && { warmUp }),
      });
    }
  }
}

/** From 0 to 1, the same in every run. */
function* pseudoRandom(): Generator<number, never> {
  for (let state = 2018; ; state = (state * 48_271) % 2_147_483_647) yield state / 2_147_483_647;
}

async function measureRandom({ browser }: BenchPortal): Promise<void> {
  const { rows } = await database.pool.query<{ id: string; calls: number }>(
    `select account_id as id, cast(count(*) as integer) as calls from calls where not deleted group by account_id order by account_id`,
  );
  const most = rows.length >> 1;
  for (const count of [Math.min(20, most), most]) {
    const random = pseudoRandom();
    const shuffled = rows
      .map((office) => ({ ...office, place: random.next().value }))
      .toSorted((one, other) => one.place - other.place);
    const [adjacent, scattered] = [rows.slice(rows.length >> 2).slice(0, count), shuffled.slice(0, count)];
    const calls = (some: typeof adjacent) => some.reduce((sum, office) => sum + office.calls, 0);
    const idsOf = (some: typeof adjacent) => some.map(({ id }) => id);
    for (const [name, screen] of Object.entries({ Overview: overview, 'Front Desk': frontDesk })) {
      const taken = await timeInTurns(
        `${name} of ${count} offices of ${rows.length}`,
        {
          adjacent: () => screen(browser, idsOf(adjacent), otherDates()),
          'at random': () => screen(browser, idsOf(scattered), otherDates()),
        },
        { ...turnsOf(calls(adjacent)), differ: true },
      );
      const perCall = taken['at random'] / calls(scattered) / (taken.adjacent / calls(adjacent));
      requireRatio('at random beside adjacent, per call', perCall, 1.5);
    }
  }
}

async function measureLists(copy: BenchPortal, postgres: BenchPortal): Promise<void> {
  const lists = [
    ...callSorts.map((sort) => ({ choice: { sort }, title: `sorted by ${sort}`, limit: 1 / 40 })),
    ...searches.map((search) => ({
      choice: { sort: 'callDateTime' as const, search },
      title: `searched for ${search}`,
      limit: 1 / 20,
    })),
  ];
  for (const count of counts) {
    const { ids, calls, title } = officesOf(count);
    for (const { choice, limit, ...list } of lists) {
      const sides: Record<string, () => Promise<object>> = {
        copy: () => callList(copy.browser, ids, choice),
        PostgreSQL: () => callList(postgres.browser, ids, choice),
        ...(values.plain && { 'plain SQL': () => plain.callList(ids, choice) }),
      };
      const taken = await timeInTurns(`All calls ${list.title}, ${title}`, sides, turnsOf(calls));
      const baseline = taken['plain SQL'];
      // with fewer calls, most of the time is the request's
      if (baseline !== undefined && calls >= largeScope)
        requireRatio('copy beside plain SQL', (taken['copy'] ?? Number.NaN) / baseline, limit);
    }
  }
}

async function measureEverything(copy: BenchPortal, postgres: BenchPortal): Promise<void> {
  const { ids, calls, title } = officesOf(offices.length);
  for (const name of callerNames) {
    const sides: Record<string, () => Promise<object>> = {
      copy: () => searchCallers(copy.browser, name),
      PostgreSQL: () => searchCallers(postgres.browser, name),
      ...(values.plain && { 'plain SQL': () => plain.searchCallers(ids, name) }),
    };
    const taken = await timeInTurns(`Everything searched for ${name}, ${title}`, sides, {
      times,
      // takes some tens of milliseconds, in code that a portal runs all day
      untimed: timesBefore,
    });
    const baseline = taken['plain SQL'];
    if (baseline !== undefined && calls >= largeScope)
      requireRatio('copy beside plain SQL', (taken['copy'] ?? Number.NaN) / baseline, 1 / 20);
  }
}

async function measureAgain(remembering: BenchPortal, counting: BenchPortal): Promise<void> {
  const routes = {
    summary: { path: callSummaryCount.path },
    'answered by': { path: breakdowns.answeredBy.path },
    'calls by day and hour': { path: callsByWeekHour.path },
    leaderboard: { path: teamLeaderboard.path },
    'all calls': {
      path: listCalls.path,
      query: { sort: 'callDateTime', dir: 'desc', page: 1, pageSize: 15 },
    },
  };
  const keeping = remembering.browser.keepingAnswers();
  for (const count of counts) {
    const { ids, calls, title } = officesOf(count);
    for (const [name, { path, ...more }] of Object.entries(routes)) {
      const query = 'query' in more ? more.query : {};
      const get = (browser: Browser, accountIds: string[]) => () =>
        browser.get<object>(path, { ...query, accountIds });
      const taken = await timeInTurns(
        `Again: ${name}, ${title}`,
        {
          again: get(remembering.browser, ids),
          'by ETag': get(keeping, ids),
          counted: get(counting.browser, ids),
          'without an account': get(remembering.browser, []),
        },
        { ...turnsOf(calls, timesAgain), differ: true },
      );
      const [least, limit] = [Math.min(taken.again, taken['by ETag']), 2];
      requireRatio('again or by ETag beside no account', least / taken['without an account'], limit);
    }
  }
  keeping.close();
}

try {
  if (chosen.includes('again')) {
    const again = { clockGoesOn: true };
    const counting = await startPortal(record, 'duckdb', again);
    const remembering = await startPortal(record, 'duckdb', { ...again, remembers: true });
    try {
      await measureAgain(remembering, counting);
    } finally {
      await counting.close();
      await remembering.close();
    }
  }
  if (chosen.some((part) => part !== 'again')) {
    const copy = await startPortal(record, 'duckdb');
    const postgres = await startPortal(record, 'postgres');
    try {
      if (chosen.includes('screens')) await measureScreens(copy, postgres);
      if (chosen.includes('random')) await measureRandom(copy);
      if (chosen.includes('lists')) await measureLists(copy, postgres);
      if (chosen.includes('everything')) await measureEverything(copy, postgres);
    } finally {
      await copy.close();
      await postgres.close();
    }
  }
} finally {
  await database.close();
}
