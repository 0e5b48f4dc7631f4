import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { callSummaryCount } from '@mailcall/contract/scoreboard.ts';
import { freeAddress, startPortal } from '../tests/journeys/portal-program.ts';
import { requireRatio } from './comparison.ts';
import { openGrownStore } from './grown-store.ts';
import { measurePackage } from './package-start.ts';
import { median } from './quantiles.ts';
import { readOptions, sized } from './options.ts';
import { memoryOf, ownProcessorSecondsOf } from './processes.ts';
import { Browser } from './screens.ts';
import { signIn } from './sign-in.ts';

const usage = `npm run bench:start -- [--calls 1000000] [--times 5]

Starts the program as npm start does, with its own PostgreSQL, in a folder that has the calls and their columnar copy, and measures
until it has answered the summary of all offices, and until the copy has. It fails when the median of the latter is above 3 seconds.
Then packs Mailcall, and measures until the package has been installed and has answered in an empty folder, and its size.
  --calls  calls of the store, which is made once
  --times  how often it is started, after one time that makes the copy and does not count`;

const endDate = '2030-12-31';
const limit = 3;

interface Start {
  listening: number;
  /** Seconds to the first answer of any engine. */
  answered: number;
  /** Seconds to the first answer of the copy. */
  copied: number;
  /** Processor seconds until then, and MB. */
  processor: number;
  memory: number;
}

/** The smallest store has too few calls for a copy. */
const engine = sized('copy', 'record');

async function hasEngineAnswered(metrics: string): Promise<boolean> {
  // the program answers a moment before it serves metrics
  const text = await fetch(`${metrics}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  );
  const [, count = '0'] =
    new RegExp(`^mailcall_read_model_queries_total\\{engine="${engine}"\\} (\\d+)`, 'm').exec(text) ?? [];
  return Number(count) > 0;
}

interface Addresses {
  url: string;
  metrics: string;
  token: string;
}

/** Also stops the program and its PostgreSQL. */
async function startOnce(
  dataFolder: string,
  accountIds: readonly string[],
  addresses: Addresses,
): Promise<Start> {
  const { url, metrics } = addresses;
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const portal = await startPortal(url, { DATA_DIR: dataFolder, METRICS_PORT: new URL(metrics).port });
  try {
    const listening = seconds();
    addresses.token ||= await signIn(url);
    const browser = new Browser(url, addresses.token);
    let answered: number | undefined;
    for (let day = 1; ; day += 1) {
      // new dates each time, so that no answer comes from a cache
      const filters = { startDate: new Date(Date.UTC(2010, 0, day)).toISOString().slice(0, 10), endDate };
      await browser.get<object>(callSummaryCount.path, { accountIds: [...accountIds], filters });
      const copied = seconds();
      answered ??= copied;
      if (await hasEngineAnswered(metrics)) {
        browser.close();
        const processor = await ownProcessorSecondsOf(portal.pid);
        return { listening, answered, copied, processor, memory: await memoryOf(portal.pid) };
      }
      await sleep(20);
    }
  } finally {
    await portal.stop();
  }
}

const values = readOptions(usage, {
  calls: { type: 'string', default: sized('1000000', '1000') },
  times: { type: 'string', default: sized('5', '1') },
});
const record = await openGrownStore(Number(values.calls), console.log);
const { rows } = await record.database.pool.query<{ id: string }>('select id from accounts order by id');
const accountIds = rows.map(({ id }) => id);
await record.database.close();
const addresses = { url: await freeAddress(), metrics: await freeAddress(), token: '' };
const starts: Start[] = [];
for (let time = 0; time <= Number(values.times); time += 1) {
  const start = await startOnce(record.environment.dataFolder, accountIds, addresses);
  const { listening, answered, copied, processor, memory } = start;
  console.log(
    `${time === 0 ? 'Makes the copy' : 'Start'}: listening after ${listening.toFixed(2)} s, first answer ${answered.toFixed(2)} s, of the copy ${copied.toFixed(2)} s, processor time ${processor.toFixed(2)} s, ${memory.toFixed(0)} MB; load ${loadavg()[0]?.toFixed(1)}`,
  );
  if (time > 0) starts.push(start);
}
requireRatio(
  'the first answer of the copy, in seconds beside one',
  median(starts.map(({ copied }) => copied)),
  limit,
);
// needs npm's registry
if (sized(true, false)) await measurePackage();
