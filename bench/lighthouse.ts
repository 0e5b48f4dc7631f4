import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import lighthouse, { desktopConfig, type Result } from 'lighthouse';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { demoPassword } from '../demo/people.ts';
import { withOwnPortal } from '../tests/journeys/portal-program.ts';
import { findBrowser } from '../tests/support/browser.ts';
import { readOptions, reportMissed, sized } from './options.ts';
import { measuredRun, medianOf, type MeasuredRun, missedValues, type Preset } from './lighthouse-values.ts';

const usage = `npm run bench:lighthouse -- [--url http://127.0.0.1:3000] [--only /login] [--preset mobile] [--runs 5] [--any-load] [--reports folder]

Measures the login, the scoreboard and the campaigns with Lighthouse, on a desktop computer and on a phone.
  --url       a running portal with the demo story, instead of one that is started for the measurement
  --only      the pages whose path contains this
  --preset    desktop or mobile, instead of both
  --runs      how often each page is measured; the table has the medians
  --any-load  measures at once, whatever else the machine does; the table says so
  --reports   a folder for Lighthouse's reports, as JSON`;

const pages = [
  { path: '/login', signedIn: false },
  { path: '/scoreboard', signedIn: true },
  { path: '/campaigns', signedIn: true },
] as const;
const presets: readonly Preset[] = ['desktop', 'mobile'];
const categories = ['performance', 'accessibility', 'best-practices'];

const columns = [
  'performance',
  'accessibility',
  'best practices',
  'blocked',
  'largest paint',
  'layout shift',
  'benchmarkIndex',
];

/** Times mean something only below this load average of the last minute. */
const quietLoad = 0.5;
/** Milliseconds to wait for that. */
const longestWait = 10 * 60_000;

const load = () => loadavg()[0] ?? 0;

async function machineIsQuiet(): Promise<boolean> {
  const deadline = Date.now() + longestWait;
  while (load() >= quietLoad && Date.now() < deadline) await wait(5_000);
  return load() < quietLoad;
}

async function signIn(page: Page, url: string): Promise<void> {
  page.setDefaultTimeout(120_000);
  await page.goto(`${url}/login`);
  await page.locator('::-p-aria([name="Email"][role="textbox"])').fill('owner@demo.example');
  await page.locator('input[type="password"]').fill(demoPassword);
  const signedIn = page.waitForFunction(() => window.location.pathname === '/campaigns');
  await page.keyboard.press('Enter');
  await signedIn;
}

async function openBrowser(): Promise<Browser> {
  const { executablePath, args, env } = await findBrowser();
  return puppeteer.launch({ executablePath, args: [...args, '--no-sandbox'], env, headless: 'shell' });
}

/** Milliseconds. The event stream of an open screen never ends, so the network is never idle. */
const longestLoad = 20_000;

/** Starts with an empty HTTP cache; the stored session stays. */
async function runLighthouse(page: Page, address: string, preset: Preset): Promise<Result> {
  const network = await page.createCDPSession();
  await network.send('Network.clearBrowserCache');
  await network.detach();
  const run = await lighthouse(
    address,
    { disableStorageReset: true, onlyCategories: categories, logLevel: 'error', maxWaitForLoad: longestLoad },
    preset === 'desktop' ? desktopConfig : undefined,
    page,
  );
  if (!run) throw new Error(`Lighthouse measured nothing of ${address}.`);
  if (run.lhr.runtimeError) throw new Error(`${address}: ${run.lhr.runtimeError.message}`);
  const shown = new URL(run.lhr.finalDisplayedUrl).pathname;
  if (shown !== new URL(address).pathname) throw new Error(`${address} led to ${shown}.`);
  return run.lhr;
}

interface Options {
  only: string;
  presets: readonly Preset[];
  runs: number;
  anyLoad: boolean;
  reports: string | undefined;
}

async function measurePage(
  url: string,
  { path, signedIn }: (typeof pages)[number],
  preset: Preset,
  { runs, reports }: Options,
): Promise<MeasuredRun[]> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    if (signedIn) await signIn(page, url);
    const measured: MeasuredRun[] = [];
    for (let run = 1; run <= runs; run += 1) {
      const report = await runLighthouse(page, url + path, preset);
      measured.push(measuredRun(report));
      if (reports)
        await writeFile(join(reports, `${path.slice(1)}-${preset}-${run}.json`), JSON.stringify(report));
    }
    return measured;
  } finally {
    await browser.close();
  }
}

const row = (name: string, cells: readonly string[]) =>
  console.log(name.padEnd(24) + cells.map((cell) => cell.padStart(15)).join(''));

function printRow(name: string, { scores, blocked, largestPaint, shift, benchmarkIndex }: MeasuredRun): void {
  row(name, [
    scores.performance.toFixed(0),
    scores.accessibility.toFixed(0),
    scores.bestPractices.toFixed(0),
    `${blocked.toFixed(0)} ms`,
    `${(largestPaint / 1000).toFixed(2)} s`,
    shift.toFixed(3),
    benchmarkIndex.toFixed(0),
  ]);
}

async function measure(url: string, options: Options): Promise<void> {
  if (!options.anyLoad && !(await machineIsQuiet())) {
    console.error(`not measured: the load is ${load().toFixed(1)}, and has to be below ${quietLoad}.`);
    process.exitCode = 1;
    return;
  }
  const chosen = pages.filter(({ path }) => path.includes(options.only));
  if (options.reports) await mkdir(options.reports, { recursive: true });
  const missed: string[] = [];
  if (options.anyLoad) console.log('At any load: the times and the performance scores say little.');
  row(`median of ${options.runs}`, columns);
  for (const preset of options.presets) {
    for (const page of chosen) {
      const median = medianOf(await measurePage(url, page, preset, options));
      const below = missedValues(page.path, preset, median);
      printRow(`${below.length > 0 ? '! ' : '  '}${page.path}, ${preset}`, median);
      for (const audit of median.notMet) console.log(`    not met: ${audit}`);
      missed.push(...below.map((text) => `${page.path}, ${preset}: ${text}`));
    }
  }
  console.log(`Load ${load().toFixed(1)}.`);
  for (const text of missed) reportMissed(text);
  if (chosen.length === 0) process.exitCode = 1;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const values = readOptions(usage, {
  url: text,
  only: { ...text, default: sized('', '/login') },
  preset: { ...text, default: sized('', 'desktop') },
  runs: { ...text, default: sized('5', '1') },
  reports: text,
  'any-load': { ...flag, default: sized(false, true) },
});
const run = (url: string) =>
  measure(url, {
    only: values.only,
    presets: presets.filter((preset) => preset.includes(values.preset)),
    runs: Number(values.runs),
    anyLoad: values['any-load'],
    reports: values.reports,
  });
await (values.url === undefined
  ? withOwnPortal(run, { MAILCALL_DEMO: sized('on', 'off') })
  : run(values.url.replace(/\/$/, '')));
