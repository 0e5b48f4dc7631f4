import { loadavg } from 'node:os';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { demoPassword } from '../demo/people.ts';
import { findBrowser } from '../tests/support/browser.ts';
import { longestTaskOf } from './longest-task.ts';
import { readOptions, reportMissed, sized } from './options.ts';
import { withStoryPortal } from './story.ts';

const usage = `npm run large-group -- [--url http://127.0.0.1:3000] [--only "Front Desk"]

Opens the screens of a group of 1,000 offices and measures how much they build and load.
  --url   a running portal with a story of 1,000 offices, instead of one that is made for the measurement
  --only  the screens whose name contains this`;

const story = sized({ offices: 1000, calls: 100_000 }, { offices: 5, calls: 1000 });

/** Elements of a screen, longest task in milliseconds, bytes of a list's reply. */
const limits = { elements: 5000, task: 200, list: 100_000 } as const;
const limitedLists = /\/get-team-leaderboard|\/tracking-lines\/account|\/calls\/metrics\//;

/** Milliseconds without requests and tasks until the page counts as quiet. */
const quietTime = sized(1000, 250);

/** Keep the previous screen's compiled scripts. */
const keepsScripts = sized(false, true);

interface Screen {
  name: string;
  path: string;
  press?: (page: Page) => Promise<void>;
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const frontDesk = '/scoreboard?range=all&tab=front-desk';
const allCalls = '/scoreboard?range=all&tab=all-calls';

const screens: readonly Screen[] = [
  { name: 'Overview', path: '/scoreboard?range=all' },
  {
    name: 'All Calls, 50 rows',
    path: `${allCalls}&pageSize=50`,
  },
  {
    name: 'All Calls, the filter by member of staff open',
    path: `${allCalls}&callHandlerId=silverwren-001-staff-1`,
    press: (page) => page.getByLabel('Call handler', { exact: true }).first().click(),
  },
  { name: 'Front Desk', path: frontDesk },
  {
    name: 'Front Desk, ranked by calls',
    path: frontDesk,
    press: async (page) => void (await page.getByRole('combobox', { name: 'Rank by' }).selectOption('calls')),
  },
  {
    name: 'Front Desk, conversion rates as a table',
    path: frontDesk,
    press: (page) => page.getByText('Table', { exact: true }).first().click(),
  },
  { name: 'Front Desk, an individual metric', path: `${frontDesk}&metric=asked-for-appointment` },
  { name: 'Campaigns', path: '/campaigns?range=all' },
  { name: 'Tracking Lines, 50 rows', path: '/tracking-lines?range=all&pageSize=50' },
  {
    name: 'Tracking Lines, all by status',
    path: '/tracking-lines?range=all&inactive=1&sort=status&pageSize=50',
  },
  { name: 'Accounts', path: '/scoreboard?range=all', press: button(/^Accounts:/) },
  { name: 'Settings', path: '/settings' },
];

interface Measured {
  elements: number;
  /** Processor milliseconds of the main thread, so that other work on the machine does not count. */
  longestTask: number;
  largest: { path: string; bytes: number };
  largestList: number;
}

/** No requests, no long task, nothing loading in the window. What is below it may load when a person scrolls. */
async function untilQuiet(page: Page, lastRequest: () => number): Promise<void> {
  const deadline = Date.now() + 240_000;
  while (Date.now() < deadline) {
    const isBusy = await page.evaluate(() =>
      [...document.querySelectorAll('[aria-busy="true"]')].some(
        (element) => element.getBoundingClientRect().top < window.innerHeight,
      ),
    );
    if (!isBusy && Date.now() - lastRequest() > quietTime) return;
    await page.waitForTimeout(100);
  }
  throw new Error('The page did not get quiet within four minutes.');
}

async function measureScreen(
  browser: Browser,
  context: BrowserContext,
  { path, press }: Screen,
): Promise<Measured> {
  const page = await context.newPage();
  try {
    let lastRequest = Date.now();
    const sizes: Promise<{ path: string; bytes: number }>[] = [];
    page.on('request', () => (lastRequest = Date.now()));
    page.on('response', (response) => {
      lastRequest = Date.now();
      const { pathname } = new URL(response.url());
      const isStream = response.headers()['content-type']?.startsWith('text/event-stream');
      if (!pathname.startsWith('/api/data/') || response.status() !== 200 || isStream) return;
      sizes.push(
        response.body().then(
          (body) => ({ path: pathname, bytes: body.length }),
          () => ({ path: pathname, bytes: 0 }),
        ),
      );
    });
    await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
    await page.goto(path);
    await page.getByRole('main').waitFor();
    await untilQuiet(page, () => lastRequest);
    if (press) {
      await press(page);
      await untilQuiet(page, () => lastRequest);
    }
    const longestTask = longestTaskOf(await browser.stopTracing());
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    const answers = (await Promise.all(sizes)).toSorted((a, b) => b.bytes - a.bytes);
    return {
      elements,
      longestTask,
      largest: answers[0] ?? { path: '', bytes: 0 },
      largestList: answers.find(({ path: of }) => limitedLists.test(of))?.bytes ?? 0,
    };
  } finally {
    await page.close();
  }
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} KB`;

async function measure(url: string, only: string): Promise<void> {
  const { executablePath, args, env } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args, env });
  try {
    const viewport = { width: 1440, height: 900 };
    const signedIn = await browser.newContext({ viewport });
    const page = await signedIn.newPage();
    await page.goto(`${url}/login`);
    await page.getByLabel('Email').fill('owner@demo.example');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/campaigns/);
    await page.close();
    const storageState = await signedIn.storageState();
    const row = (name: string, cells: readonly string[]) =>
      console.log(name.padEnd(48) + cells.map((cell) => cell.padStart(14)).join(''));
    row('', ['elements', 'longest task', 'list answer', 'largest answer']);
    const above: string[] = [];
    for (const screen of screens.filter(({ name }) => name.includes(only))) {
      const context = keepsScripts ? signedIn : await browser.newContext({ viewport, storageState });
      const { elements, longestTask, largest, largestList } = await measureScreen(browser, context, {
        ...screen,
        path: url + screen.path,
      });
      if (!keepsScripts) await context.close();
      const isAbove = elements > limits.elements || longestTask > limits.task || largestList > limits.list;
      if (isAbove) above.push(screen.name);
      row(`${isAbove ? '! ' : '  '}${screen.name}`, [
        elements.toLocaleString('en-US'),
        `${longestTask.toFixed(0)} ms`,
        kilobytes(largestList),
        `${kilobytes(largest.bytes)} ${largest.path.replace('/api/data', '')}`,
      ]);
    }
    console.log(
      `Limits: ${limits.elements} elements, tasks of ${limits.task} ms, ${kilobytes(limits.list)} of a list; load ${loadavg()[0]?.toFixed(1)}.`,
    );
    if (above.length > 0) reportMissed(`Above the limits: ${above.join(', ')}.`);
  } finally {
    await browser.close();
  }
}

const text = { type: 'string' } as const;
const values = readOptions(usage, { url: text, only: text });
const run = (url: string) => measure(url, values.only ?? '');
await (values.url === undefined ? withStoryPortal(story, run) : run(values.url.replace(/\/$/, '')));
