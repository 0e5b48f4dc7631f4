import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { campaigns } from './campaign-screens.ts';
import { checkpoint } from './checkpoint.ts';
import { requireRatio, timeInTurns } from './comparison.ts';
import { growStore, openGrownStore, openStoreCopy } from './grown-store.ts';
import { readOptions, sized } from './options.ts';
import { startPortal } from './portals.ts';
import { useEmbeddedPostgres } from '../server/platform/postgres/index.ts';
import { allCallsPage, type Browser, callList, frontDesk, overview, type ScreenFigures } from './screens.ts';
import type { BenchRecord } from './story.ts';

const usage = `npm run bench:growth -- [--sizes 1000000,4000000] [--times 15] [--folder /tmp]

Measures the screens of one office while the store grows, in turns with the same office in a store of 200,000 calls. The store is made
in a temporary folder and removed at the end. A million calls take 2 to 4 minutes and 1.8 GB, and 2 GB are written besides.
It fails when a screen takes more than 1.2 times as long.
  --sizes   numbers of calls of the growing store, from few to many
  --times   how often each screen is timed, after one time that does not count
  --folder  where the temporary folder is made`;

/** Calls of the small store; maximum time of a screen of a larger store, as a multiple. */
const smallSize = sized(200_000, 1000);
const limit = 1.2;

const values = readOptions(usage, {
  sizes: { type: 'string', default: sized('1000000,4000000', '2000') },
  times: { type: 'string', default: sized('15', '1') },
  folder: { type: 'string', default: tmpdir() },
});

const screens: Readonly<
  Record<string, (browser: Browser, accountIds: readonly string[]) => Promise<ScreenFigures>>
> = {
  Overview: overview,
  'All Calls': allCallsPage,
  'Front Desk': frontDesk,
  Campaigns: campaigns,
  'All Calls by who answered': (browser, ids) => callList(browser, ids, { sort: 'answeredBy' }),
  'All Calls searched': (browser, ids) => callList(browser, ids, { sort: 'callDateTime', search: 'implant' }),
};

/** Screens must not wait for PostgreSQL's pending changes. */
async function endWriting({ environment }: BenchRecord): Promise<void> {
  const server = await useEmbeddedPostgres(environment.dataFolder);
  try {
    await checkpoint(server);
  } finally {
    await server.close();
  }
}

const folder = await mkdtemp(join(values.folder, 'mailcall-growth-'));
// when root runs this, PostgreSQL runs as another user, who needs access
await chmod(folder, 0o755);
const growing = await openStoreCopy(smallSize, console.log, join(folder, 'store'));
try {
  const small = await openGrownStore(smallSize, console.log);
  try {
    let size = smallSize;
    const { rows } = await small.database.pool.query<{ id: string }>(
      `select account_id as id from calls where position('~' in account_id) = 0
      group by account_id order by abs(count(*) - 5000) limit 1`,
    );
    const ids = rows.map(({ id }) => id);
    for (const next of [smallSize, ...values.sizes.split(',').map(Number)]) {
      const started = performance.now();
      await growStore(growing, { from: size, to: next });
      if (next > size)
        console.log(
          `Grown to ${next.toLocaleString('en-US')} calls in ${((performance.now() - started) / 1000).toFixed(0)} s.`,
        );
      size = next;
      // as in a portal: PostgreSQL answers for one office
      const [one, other] = [
        await startPortal(small, 'duckdb', { copy: {} }),
        await startPortal(growing, 'duckdb', { copy: {} }),
      ];
      await endWriting(growing);
      for (const [name, screen] of Object.entries(screens)) {
        const taken = await timeInTurns(
          `${name}, one office of ${size.toLocaleString('en-US')} calls`,
          { small: () => screen(one.browser, ids), grown: () => screen(other.browser, ids) },
          { times: Number(values.times) },
        );
        requireRatio('grown beside small', taken.grown / taken.small, limit);
      }
      await one.close();
      await other.close();
    }
  } finally {
    await small.database.close();
  }
} finally {
  await growing.database.close();
  await rm(folder, { recursive: true, force: true });
}
