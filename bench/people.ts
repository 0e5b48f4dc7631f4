import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { campaigns } from './campaign-screens.ts';
import { openGrownStore } from './grown-store.ts';
import { median, percentile } from './quantiles.ts';
import { readOptions, reportMissed, sized } from './options.ts';
import { type Person, signInPeople } from './signed-in-people.ts';
import { forkPortal, type PortalProcess } from './portals.ts';
import { databaseSeconds } from './processes.ts';
import { allCallsPage, Browser, frontDesk, overview, type ScreenFigures } from './screens.ts';
import { signIn } from './sign-in.ts';
import type { BenchRecord } from './story.ts';

const usage = `npm run bench:people -- [--calls 1000000] [--people 200] [--every 10] [--seconds 60] [--engine duckdb] [--quiet]

200 people open a screen of their own office every 10 seconds, each at a time of their own, whether or not the screens before are
there; meanwhile somebody opens the Overview of every office, one after the other. The portal is a process of its own. It fails when
95 of 100 screens are not there within 300 ms, from the time at which they were wanted.
  --calls    calls of the store, which is made once
  --people   how many people, each of one office
  --every    seconds between two screens of a person
  --seconds  how long it is measured, after ten seconds that do not count
  --engine   duckdb: with the columnar copy as a portal has it; postgres: without
  --quiet    without the Overview of every office`;

/** Milliseconds of 95 % of the screens. */
const limit = 300;
/** Seconds. */
const warmUp = sized(10, 0);

const screens: Readonly<
  Record<string, (browser: Browser, accountIds: readonly string[]) => Promise<ScreenFigures>>
> = { Overview: overview, 'All Calls': allCallsPage, 'Front Desk': frontDesk, Campaigns: campaigns };

class Times {
  readonly screens = new Map<string, number[]>();
  readonly large: number[] = [];
  readonly failures = new Map<string, number>();
  isCounting = false;

  add(name: string, milliseconds: number): void {
    if (this.isCounting) this.screens.set(name, [...(this.screens.get(name) ?? []), milliseconds]);
  }

  fail(error: unknown): void {
    const { message } = error as Error;
    this.failures.set(message, (this.failures.get(message) ?? 0) + 1);
  }
}

async function useScreens(
  { browser, accountIds }: Person,
  {
    first,
    every,
    turn,
    times,
    signal,
  }: {
    first: number;
    every: number;
    turn: number;
    times: Times;
    signal: AbortSignal;
  },
): Promise<void> {
  const under: Promise<void>[] = [];
  const names = Object.keys(screens);
  for (let wanted = first, number = turn; ; wanted += every, number += 1) {
    await sleep(Math.max(0, wanted - performance.now()), undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    const name = names[number % names.length] ?? '';
    const opened = screens[name]?.(browser, accountIds).then(
      () => times.add(name, performance.now() - wanted),
      (error: unknown) => times.fail(error),
    );
    if (opened) under.push(opened);
  }
  await Promise.all(under);
}

async function useLargeOverview(
  person: Pick<Person, 'browser' | 'accountIds'>,
  times: Times,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const started = performance.now();
    await overview(person.browser, person.accountIds);
    if (times.isCounting) times.large.push(performance.now() - started);
  }
}

const ms = (time: number) => `${Math.round(time)} ms`;
const row = (name: string, all: readonly number[]) =>
  `${name.padEnd(12)} ${String(all.length).padStart(5)} times   p50 ${ms(median(all)).padStart(8)}   p95 ${ms(percentile(all, 95)).padStart(8)}   longest ${ms(Math.max(...all)).padStart(8)}`;

async function measure(record: BenchRecord, portal: PortalProcess, options: typeof values): Promise<Times> {
  const every = Number(options.every) * 1000;
  const people = await signInPeople(record, portal.base, Number(options.people));
  const { rows } = await record.database.pool.query<{ id: string }>(
    `select account_id as id from calls group by account_id order by account_id limit 200`,
  );
  const manager: Pick<Person, 'browser' | 'accountIds'> = {
    browser: new Browser(portal.base, await signIn(portal.base)),
    accountIds: rows.map(({ id }) => id),
  };
  while (options.engine === 'duckdb' && (await portal.use()).copy === 'building') await sleep(250);
  const times = new Times();
  const stopping = new AbortController();
  const begin = performance.now() + 500;
  const running = people.map((person, turn) =>
    useScreens(person, {
      first: begin + (every * turn) / people.length,
      every,
      turn,
      times,
      signal: stopping.signal,
    }),
  );
  if (!options.quiet) running.push(useLargeOverview(manager, times, stopping.signal));
  await sleep(warmUp * 1000);
  const seconds = Number(options.seconds);
  await portal.use();
  const own = process.cpuUsage();
  const server = await databaseSeconds(record);
  times.isCounting = true;
  await sleep(seconds * 1000);
  times.isCounting = false;
  const use = await portal.use();
  const { user, system } = process.cpuUsage(own);
  const database = (await databaseSeconds(record)) - server;
  stopping.abort();
  await Promise.all(running);
  for (const { browser } of [...people, manager]) browser.close();
  for (const [name, all] of times.screens) console.log(row(name, all));
  if (times.large.length > 0) console.log(row(`Every office`, times.large));
  console.log(
    `Processors: portal ${(use.processor / seconds).toFixed(2)}, PostgreSQL ${(database / seconds).toFixed(2)}, this process ${((user + system) / 1e6 / seconds).toFixed(2)}; load ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log(
    `The event loop of the portal: p99 ${ms(use.loop.p99)}, longest ${ms(use.loop.max)}; at most ${use.waiting} requests waited for a connection; answered by the copy ${use.answered.copy}, by PostgreSQL ${use.answered.record}.`,
  );
  for (const [message, count] of times.failures) console.error(`${count} times: ${message}`);
  return times;
}

const values = readOptions(usage, {
  calls: { type: 'string', default: sized('1000000', '1000') },
  people: { type: 'string', default: sized('200', '2') },
  every: { type: 'string', default: sized('10', '1') },
  seconds: { type: 'string', default: sized('60', '2') },
  engine: { type: 'string', default: 'duckdb' },
  quiet: { type: 'boolean', default: false },
});
const record = await openGrownStore(Number(values.calls), console.log);
try {
  const portal = await forkPortal(record, values.engine === 'postgres' ? 'postgres' : 'duckdb');
  const times = await measure(record, portal, values).finally(() => portal.stop());
  const all = [...times.screens.values()].flat();
  console.log(row('All screens', all));
  if (times.failures.size > 0 || all.length === 0) process.exitCode = 1;
  if (!(percentile(all, 95) <= limit)) reportMissed(`The limit is ${ms(limit)} for 95 of 100 screens.`);
} finally {
  await record.database.close();
}
