import { readFile, rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { officeIds } from '../demo/offices.ts';
import { demoPassword } from '../demo/people.ts';
import { freeAddress, startPortal } from '../tests/journeys/portal-program.ts';
import { newDataFolder } from './data-folder.ts';
import { campaigns } from './campaign-screens.ts';
import { median } from './quantiles.ts';
import { readOptions, reportMissed, sized } from './options.ts';
import { memoryOf, readProcesses } from './processes.ts';
import { allCallsPage, Browser, frontDesk, overview } from './screens.ts';
import { signIn } from './sign-in.ts';
import { importStory } from './story.ts';

const usage = `npm run bench:memory -- [--runs 3]

Measures the memory of an idle portal: Node and the embedded PostgreSQL.
  --runs  how often a portal is started in an empty folder, and started again; the medians count`;

/** Seconds after the last request, and maximum MB of the idle portal. */
const idleTime = sized(60, 0);
const limit = 300;

async function processesBelow(roots: readonly number[]): Promise<number[]> {
  const all = await readProcesses();
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (roots.includes(pid) || isBelow(all.get(pid)?.parent));
  return [...all.keys()].filter(isBelow);
}

const sumOfMemory = async (pids: readonly number[]): Promise<number> =>
  (await Promise.all(pids.map(memoryOf))).reduce((sum, part) => sum + part, 0);

/** MB. */
interface Memory {
  node: number;
  database: number;
}

async function useScreens(url: string): Promise<void> {
  const browser = new Browser(
    url,
    await signIn(url, { email: 'owner@demo.example', password: demoPassword }),
  );
  const accounts = [officeIds.asheville, officeIds.boulder, officeIds.sacramento];
  for (const screen of [overview, allCallsPage, frontDesk, campaigns]) await screen(browser, accounts);
  browser.close();
}

async function measure(folder: string): Promise<Memory> {
  const url = await freeAddress();
  const portal = await startPortal(url, { DATA_DIR: folder });
  try {
    await useScreens(url);
    await sleep(idleTime * 1000);
    const [postmaster] = (await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
    const ofDatabase = await processesBelow([Number(postmaster)]);
    const others = (await processesBelow([portal.pid])).filter((pid) => !ofDatabase.includes(pid));
    return { node: await sumOfMemory(others), database: await sumOfMemory(ofDatabase) };
  } finally {
    await portal.stop();
  }
}

const lineOf = (title: string, { node, database }: Memory) =>
  `${title}: ${Math.round(node + database)} MB (Node ${Math.round(node)}, PostgreSQL ${Math.round(database)}), load ${loadavg()[0]?.toFixed(1)}`;

const values = readOptions(usage, { runs: { type: 'string', default: sized('3', '1') } });
const runs = Number(values.runs);
const measured = { 'after the first start, which loads the demo': [], 'after a restart': [] } as Record<
  string,
  Memory[]
>;
for (let run = 1; run <= runs; run += 1) {
  const folder = await newDataFolder();
  try {
    if (sized(false, true)) await importStory(folder, { offices: 5, calls: 1000 });
    for (const [title, all] of Object.entries(measured)) {
      const memory = await measure(folder);
      all.push(memory);
      console.log(lineOf(`Run ${run}, ${title}`, memory));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
for (const [title, all] of Object.entries(measured)) {
  const sum = median(all.map(({ node, database }) => node + database));
  console.log(
    `${Math.round(sum)} MB ${idleTime} s after the last request, ${title} (limit ${limit} MB, ${runs} runs)`,
  );
  if (!(sum < limit)) reportMissed(`The limit is ${limit} MB.`);
}
