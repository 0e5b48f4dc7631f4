import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random, weighted } from '../../demo/random.ts';
import { freeAddress, startPortal } from '../../tests/journeys/portal-program.ts';
import { requireRatio } from '../comparison.ts';
import { median, percentile } from '../quantiles.ts';
import { readOptions, sized } from '../options.ts';
import { ownProcessorSecondsOf } from '../processes.ts';
import { type Person, signInPeople } from '../signed-in-people.ts';
import type { BenchRecord } from '../story.ts';
import { openCrowd } from './crowd.ts';
import { beGreedy } from './greedy.ts';
import { type Memory, Meter, type Use } from './meter.ts';
import { type LoopResult, openLoop } from './open-loop.ts';
import { keepOpenDesigns, mix } from './screens.ts';
import { openLoadStore, type OfficeWork, readWork } from './store.ts';

const usage = `npm run bench:load -- [--rates 5,10,15,20] [--rate 12 --minutes 10 --warm-up 5] [--rate 10 --streams 2000 --slow 200] [--rate 10 --greedy 100]

People of a portal, started as npm start does, use all of its screens and change something now and then, at random moments and whether
or not the screens before are there. This process is their browsers. Times are from the moment at which a screen was wanted.
  --calls    calls of the store, in offices of 5,000, which is made once (200000)
  --people   how many people: nine of ten have one office, the tenth has ten (200)
  --rates    screens a second, from few to many, until the portal does not keep up: measures each for --seconds
  --seconds  seconds of each measurement, after five that do not count (20)
  --rate     screens a second of the other measurements
  --minutes  minutes of use; fails when its memory in the last minute is above 1.05 times that in the third
  --warm-up  minutes of the same use before these, so that caches, pools and compiled code are there in the first (0)
  --streams, --slow  numbers of event streams and slow clients, open during the second and fourth of five measurements; fails when 99 of 100
             screens then take more than twice as long
  --greedy   number of requests that one person sends in parallel, beside the others in the second and fourth of four measurements; fails when
             95 of 100 screens of the others then take more than twice as long
  --seed     of the random numbers`;

/** Seconds. */
const warmUp = sized(5, 0);
/** The portal keeps up while this share of the wanted screens is in time. */
const leastShare = 0.95;
const memoryLimit = 1.05;
const sampleEvery = 10_000;
/** Milliseconds until the portal has written what slow clients requested at once. */
const settling = 20_000;
const timesLimit = 2;

const ms = (time: number) => `${Math.round(time)} ms`.padStart(8);
const all = ({ times }: LoopResult) => [...times.values()].flat();

interface Load {
  record: BenchRecord;
  base: string;
  meter: Meter;
  people: readonly Person[];
  work: ReadonlyMap<string, OfficeWork>;
  random: Random;
}

async function useAt(load: Load, rate: number, seconds: number): Promise<{ result: LoopResult; use: Use }> {
  const { people, work, random, meter } = load;
  const kinds = weighted(Object.entries(mix).map(([name, { share }]) => [name, share]));
  let use: Use | undefined;
  const result = await openLoop({
    rate,
    warmUp,
    seconds,
    random,
    begin() {
      const name = random.draw(kinds);
      const person = random.pick(people);
      const accountId = random.pick(person.accountIds);
      const ended = mix[name]?.visit({ person, accountId, work: work.get(accountId) as OfficeWork, random });
      return { name, ended: Promise.resolve(ended) };
    },
    onCounting: async () => void (await meter.use()),
    onEnd: async () => void (use = await meter.use()),
  });
  for (const [message, count] of result.failures) {
    console.error(`  ${count} times: ${message}`);
    process.exitCode = 1;
  }
  return { result, use: use as Use };
}

const header =
  'wanted/s   done/s  requests/s       p50       p95       p99   portal  PostgreSQL  browsers  event loop p99  under way at the end';
const rowOf = (rate: number, result: LoopResult, use: Use) => {
  const times = all(result);
  return `${rate.toFixed(1).padStart(8)} ${(result.done / result.seconds).toFixed(1).padStart(8)} ${use.requests.toFixed(0).padStart(11)}  ${ms(median(times))}  ${ms(percentile(times, 95))}  ${ms(percentile(times, 99))} ${use.portal.toFixed(2).padStart(8)} ${use.database.toFixed(2).padStart(11)} ${use.client.toFixed(2).padStart(9)} ${ms(use.loop).padStart(15)} ${String(result.waiting).padStart(21)}`;
};

async function findSaturation(load: Load, rates: readonly number[], seconds: number): Promise<void> {
  console.log(header);
  let most = 0;
  for (const rate of rates) {
    const { result, use } = await useAt(load, rate, seconds);
    console.log(rowOf(rate, result, use));
    most = Math.max(most, result.done / seconds);
    if (rate === rates[0]) printScreens(result);
    if (result.done >= result.begun * leastShare) continue;
    const [busiest, share] = Object.entries({ portal: use.portal, PostgreSQL: use.database }).toSorted(
      ([, one], [, other]) => other - one,
    )[0] as [string, number];
    console.log(
      `At ${rate} screens a second the portal does not keep up: at most ${most.toFixed(1)} a second. ${busiest} took the most: ${share.toFixed(2)} processors.`,
    );
    return;
  }
  console.log('The portal has kept up with every rate.');
}

function printScreens({ times }: LoopResult): void {
  for (const [name, some] of times)
    console.log(
      `    ${name.padEnd(20)} ${String(some.length).padStart(5)} times  p50 ${ms(median(some))}  p99 ${ms(percentile(some, 99))}`,
    );
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Compares memory in the last minute with the third. The warm-up ends with minute 0. */
async function measureMemory(
  load: Load,
  { rate, minutes, warmUpMinutes }: { rate: number; minutes: number; warmUpMinutes: number },
): Promise<void> {
  const sampling: Promise<Memory & { minute: number }>[] = [];
  const started = performance.now();
  const sample = async () => {
    const minute = Math.floor((performance.now() - started) / 60_000) + 1 - warmUpMinutes;
    return { ...(await load.meter.memory()), minute };
  };
  const timer = setInterval(() => sampling.push(sample()), sampleEvery);
  const { result, use } = await useAt(load, rate, (warmUpMinutes + minutes) * 60 - warmUp).finally(() =>
    clearInterval(timer),
  );
  console.log(`${header}\n${rowOf(rate, result, use)}`);
  const samples = await Promise.all(sampling);
  const inMinute = (minute: number, part: keyof Memory) =>
    mean(samples.filter((one) => one.minute === minute).map((one) => one[part]));
  for (let minute = 1 - warmUpMinutes; minute <= minutes; minute += 1) {
    const megabytes = (part: keyof Memory) => inMinute(minute, part).toFixed(0);
    console.log(
      `Minute ${String(minute).padStart(2)}: portal ${megabytes('portal')} MB, of which V8's heap ${megabytes('heap')} with ${megabytes('objects')} of objects, and buffers ${megabytes('buffers')}; PostgreSQL ${megabytes('database')} MB`,
    );
  }
  requireRatio(
    `the last minute beside the third after a warm-up of ${warmUpMinutes} minutes`,
    inMinute(minutes, 'portal') / inMinute(3, 'portal'),
    memoryLimit,
  );
}

async function measureCrowd(
  load: Load,
  { rate, seconds, streams, slow }: { rate: number; seconds: number; streams: number; slow: number },
): Promise<void> {
  const without: number[] = [];
  const beside: number[] = [];
  console.log(header);
  for (let turn = 0; turn < 5; turn += 1) {
    const opened = performance.now();
    const crowd =
      turn % 2 === 1
        ? await openCrowd({
            base: load.base,
            people: load.people.map(({ token, accountIds }) => ({ token, accountIds })),
            streams,
            slow,
          })
        : null;
    if (crowd) {
      console.log(`  All are open after ${((performance.now() - opened) / 1000).toFixed(0)} s.`);
      await sleep(settling);
    }
    const before = crowd ? await ownProcessorSecondsOf(crowd.pid) : 0;
    const { result, use } = await useAt(load, rate, seconds);
    console.log(
      `${rowOf(rate, result, use)}${crowd ? `  beside ${streams} streams and ${slow} slow clients` : ''}`,
    );
    (crowd ? beside : without).push(...all(result));
    const { portal, database } = await load.meter.memory();
    console.log(`  Memory: portal ${portal.toFixed(0)} MB, PostgreSQL ${database.toFixed(0)} MB.`);
    if (!crowd) continue;
    const state = await crowd.state();
    const own = ((await ownProcessorSecondsOf(crowd.pid)) - before) / (seconds + warmUp);
    console.log(
      `  ${state.open} streams are open, ${state.ended} have ended, ${state.events} events came; slow clients: ${JSON.stringify(state.slow)}, sent away: ${JSON.stringify(state.sentAway)}; their process took ${own.toFixed(2)} processors.`,
    );
    if (state.open < streams) process.exitCode = 1;
    await crowd.stop();
    // the portal needs time to notice that they left
    await sleep(2000);
  }
  console.log(`p99 without ${ms(percentile(without, 99))}, beside them ${ms(percentile(beside, 99))}`);
  requireRatio('the p99 beside them', percentile(beside, 99) / percentile(without, 99), timesLimit);
}

async function measureGreedy(
  load: Load,
  { rate, seconds, parallel }: { rate: number; seconds: number; parallel: number },
): Promise<void> {
  const person = load.people.find(({ accountIds }) => accountIds.length > 1);
  if (!person) throw new Error('--greedy needs ten people: the tenth has ten offices.');
  const others = { ...load, people: load.people.filter((other) => other !== person) };
  const without: number[] = [];
  const beside: number[] = [];
  console.log(header);
  for (let turn = 0; turn < 4; turn += 1) {
    const greedy = turn % 2 === 1 ? beGreedy(load.base, person, parallel) : null;
    const { result, use } = await useAt(others, rate, seconds).finally(() => greedy?.stop());
    const answers = greedy && JSON.stringify(Object.fromEntries(greedy.answers));
    console.log(
      `${rowOf(rate, result, use)}${answers ? `  beside ${parallel} requests in parallel, answered ${answers}` : ''}`,
    );
    (greedy ? beside : without).push(...all(result));
    await sleep(2000);
  }
  console.log(`p95 without ${ms(percentile(without, 95))}, beside them ${ms(percentile(beside, 95))}`);
  requireRatio('the p95 beside them', percentile(beside, 95) / percentile(without, 95), timesLimit);
}

const values = readOptions(usage, {
  calls: { type: 'string', default: sized('200000', '1000') },
  people: { type: 'string', default: sized('200', '2') },
  rates: { type: 'string', default: sized('5,10,15,20,25,30,40,50', '5') },
  seconds: { type: 'string', default: sized('20', '3') },
  rate: { type: 'string' },
  minutes: { type: 'string' },
  'warm-up': { type: 'string', default: '0' },
  streams: { type: 'string' },
  slow: { type: 'string', default: '0' },
  greedy: { type: 'string' },
  seed: { type: 'string', default: '1' },
});
const needsRate = [values.minutes, values.streams, values.greedy].some((value) => value !== undefined);
if (needsRate && !(Number(values.rate) > 0))
  throw new Error('--minutes, --streams and --greedy need --rate, screens a second, such as 20.');
if (values.minutes !== undefined && !(Number(values.minutes) > 3))
  throw new Error('--minutes is more than 3: the third minute is compared with the last.');
if (!(Number.isInteger(Number(values['warm-up'])) && Number(values['warm-up']) >= 0))
  throw new Error('--warm-up is a number of whole minutes, such as 5.');
const record = await openLoadStore(Number(values.calls), console.log);
try {
  const base = await freeAddress();
  const metrics = await freeAddress();
  const portal = await startPortal(base, {
    DATA_DIR: record.environment.dataFolder,
    MAILCALL_DEMO: 'off',
    METRICS_PORT: new URL(metrics).port,
  });
  try {
    const people = await signInPeople(record, base, Number(values.people), (number) =>
      number % 10 === 9 ? 10 : 1,
    );
    const work = await readWork(record);
    await keepOpenDesigns(people, work);
    const load: Load = {
      record,
      base,
      meter: new Meter(record, portal, metrics),
      people,
      work,
      random: new Random(values.seed),
    };
    const seconds = Number(values.seconds);
    const rate = Number(values.rate);
    const minutes = Number(values.minutes);
    const warmUpMinutes = Number(values['warm-up']);
    if (values.minutes !== undefined) await measureMemory(load, { rate, minutes, warmUpMinutes });
    else if (values.streams !== undefined)
      await measureCrowd(load, { rate, seconds, streams: Number(values.streams), slow: Number(values.slow) });
    else if (values.greedy !== undefined)
      await measureGreedy(load, { rate, seconds, parallel: Number(values.greedy) });
    else await findSaturation(load, values.rates.split(',').map(Number), seconds);
    console.log(`Load of the machine: ${loadavg()[0]?.toFixed(1)}`);
    for (const { browser } of people) browser.close();
  } finally {
    await portal.stop();
  }
} finally {
  await record.database.close();
}
