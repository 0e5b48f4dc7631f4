import { loadavg } from 'node:os';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { dateRangeOfPreset, instantsOf } from '@mailcall/contract/scope/date-range.ts';
import { buildApp } from '../server/app.ts';
import { createLog } from '../server/platform/log.ts';
import { openGrownStore } from './grown-store.ts';
import { median } from './median.ts';
import { PlainSql } from './plain-sql.ts';
import { allCallsPage, Browser, frontDesk, overview, type ScreenFigures } from './screens.ts';
import { signIn } from './sign-in.ts';
import { TypedScan } from './typed-scan.ts';
import type { BenchRecord } from './story.ts';

const usage = `npm run bench:read-model -- [--calls 1000000] [--offices 1,8,200] [--times 5] [--plain]

Measures screens over HTTP with the columnar copy for every scope, with PostgreSQL alone, and with plain SQL, and fails when their
figures differ.
  --calls    calls of the store, a multiple of 50,000 in offices of 5,000; it is made once
  --offices  how many offices the scopes have
  --times    how often each screen is timed, after one time that does not count
  --plain    beside plain SQL, which takes long, and the Overview beside loops over typed arrays`;

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000000' },
    offices: { type: 'string', default: '1,8,200' },
    times: { type: 'string', default: '5' },
    plain: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const thirtyDays = 30 * 24 * 60 * 60 * 1000;

/** Starts the portal with one of the engines. */
async function startPortal(record: BenchRecord, readModel: 'duckdb' | 'postgres') {
  const environment = { ...record.environment, readModel };
  const app = await buildApp(
    { ...record, environment, log: createLog(environment) },
    { readModel: { leastCalls: 0 } },
  );
  const base = await app.http.listen({ host: '127.0.0.1', port: 0 });
  const started = performance.now();
  await app.readModel.settled();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (readModel === 'duckdb') console.log(`The columnar copy is ${app.readModel.state} after ${seconds} s.`);
  return { app, browser: new Browser(base, await signIn(base)) };
}

const record = await openGrownStore(Number(values.calls), console.log);
const { database, clock } = record;
const bounds = {
  ...instantsOf(dateRangeOfPreset('all', clock.now())),
  recentFrom: new Date(clock.now().getTime() - thirtyDays),
};
const plain = new PlainSql(database.pool, bounds);
const scan = values.plain ? await TypedScan.load(database.pool, bounds) : null;
const copy = await startPortal(record, 'duckdb');
const postgres = await startPortal(record, 'postgres');
type Screen = (accountIds: readonly string[]) => Promise<ScreenFigures>;
const screens: Record<string, Record<string, Screen>> = {
  Overview: {
    copy: (ids) => overview(copy.browser, ids),
    PostgreSQL: (ids) => overview(postgres.browser, ids),
    'plain SQL': (ids) => plain.overview(ids),
    ...(scan && { 'typed arrays': async (ids) => scan.overview(ids) }),
  },
  'Front Desk': {
    copy: (ids) => frontDesk(copy.browser, ids),
    PostgreSQL: (ids) => frontDesk(postgres.browser, ids),
    'plain SQL': (ids) => plain.frontDesk(ids),
  },
  'All Calls': {
    copy: (ids) => allCallsPage(copy.browser, ids),
    PostgreSQL: (ids) => allCallsPage(postgres.browser, ids),
    'plain SQL': (ids) => plain.allCallsPage(ids),
  },
};

const { rows: offices } = await database.pool.query<{ id: string; calls: number }>(
  `select account_id as id, cast(count(*) as integer) as calls from calls where not deleted
  group by account_id order by abs(count(*) - 5000), account_id`,
);
for (const count of values.offices.split(',').map(Number)) {
  const chosen = offices.slice(0, count);
  const ids = chosen.map(({ id }) => id);
  const calls = chosen.reduce((sum, office) => sum + office.calls, 0);
  for (const [name, sides] of Object.entries(screens)) {
    const taken = new Map<string, number[]>();
    const compared = Object.entries(sides).filter(([side]) => values.plain || side !== 'plain SQL');
    let expected: ScreenFigures | null = null;
    for (let turn = 0; turn <= Number(values.times); turn += 1)
      for (const [side, screen] of turn % 2 === 0 ? compared : compared.toReversed()) {
        const started = performance.now();
        const figures = await screen(ids);
        const milliseconds = performance.now() - started;
        if (turn > 0) taken.set(side, [...(taken.get(side) ?? []), milliseconds]);
        expected ??= figures;
        if (!isDeepStrictEqual(figures, expected)) throw new Error(`${name}: ${side} has other figures.`);
      }
    const medians = [...taken].map(([side, times]) => `${side} ${median(times).toFixed(0)} ms`);
    console.log(
      `${name}, ${count} offices, ${calls.toLocaleString('en-US')} calls: ${medians.join(', ')} (load ${loadavg()[0]?.toFixed(1)})`,
    );
  }
}
for (const { app, browser } of [copy, postgres]) {
  browser.close();
  await app.http.close();
}
await database.close();
