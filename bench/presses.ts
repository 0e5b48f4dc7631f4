import { loadavg } from 'node:os';
import { type Browser, chromium, type Page } from '@playwright/test';
import { demoPassword } from '../demo/people.ts';
import { findBrowser } from '../tests/support/browser.ts';
import { withOwnPortal } from '../tests/journeys/portal-program.ts';
import { type PressGroup, pressGroups } from './press-list.ts';
import { readOptions, reportMissed, sized } from './options.ts';
import { installPressTiming, measurePress, type PressTimes, untilShown } from './press-timing.ts';
import { median } from './quantiles.ts';

const usage = `npm run presses -- [--url http://127.0.0.1:3000] [--only "scoreboard tabs"] [--rounds 5]

Measures how fast presses are answered in a browser whose processor is slowed four times.
  --url     a running portal with the demo story, instead of one that is started for the measurement
  --only    the groups of presses whose name contains this
  --rounds  how often each press is measured`;

const slowdown = sized(4, 1);
/** Milliseconds until the new state and the content are painted. */
const limits = { answered: 200, content: 600 } as const;

type Measured = Map<string, PressTimes[]>;

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill('owner@demo.example');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/campaigns/);
}

async function forgetChoices(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/favicon.svg`);
  await page.evaluate(() => {
    for (const name of ['scope', 'menu-collapsed']) localStorage.removeItem(`mailcall.${name}`);
  });
}

async function measureGroup(page: Page, url: string, group: PressGroup, measured: Measured): Promise<void> {
  await forgetChoices(page, url);
  const session = await installPressTiming(page);
  await page.goto(`${url}${group.path}`);
  await untilShown(page, group.ready);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  for (const { name, target, state, content } of group.presses) {
    const times = await measurePress(page, session, target(page), { state, content });
    measured.set(name, [...(measured.get(name) ?? []), times]);
  }
}

async function measureRounds(
  browser: Browser,
  url: string,
  groups: readonly PressGroup[],
  rounds: number,
): Promise<{ measured: Measured; failed: readonly string[] }> {
  const measured: Measured = new Map();
  const failed: string[] = [];
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const first = await context.newPage();
  await signIn(first, url);
  await first.close();
  for (let round = 1; round <= rounds; round += 1) {
    for (const group of groups) {
      const page = await context.newPage();
      await measureGroup(page, url, group, measured).catch((error: unknown) => {
        failed.push(group.name);
        console.error(`The presses "${group.name}" could not all be measured: ${String(error)}`);
      });
      await page.close();
    }
    console.log(`round ${round} of ${rounds}, load ${loadavg()[0]?.toFixed(1)}`);
  }
  return { measured, failed };
}

const worst = (times: readonly PressTimes[], of: (times: PressTimes) => number) => Math.max(...times.map(of));
/** Later of the event's next paint and the new state's paint. */
const answered = ({ event, state }: PressTimes) => Math.max(event, state);

function report(measured: Measured): string[] {
  const row = (name: string, cells: readonly string[]) =>
    console.log(name.padEnd(46) + cells.map((cell) => cell.padStart(14)).join(''));
  row('worst (median), milliseconds', [
    'event',
    'new state',
    'content',
    'longest task',
    'processor',
    'result',
  ]);
  row('  limit', [`${limits.answered}`, `${limits.answered}`, `${limits.content}`, '', '', '']);
  const slow: string[] = [];
  for (const [name, times] of measured) {
    const isSlow =
      worst(times, answered) > limits.answered || worst(times, ({ content }) => content) > limits.content;
    if (isSlow) slow.push(name);
    const cell = (of: (times: PressTimes) => number) =>
      `${worst(times, of).toFixed(0)} (${median(times.map(of)).toFixed(0)})`;
    row(`${isSlow ? '! ' : '  '}${name}`, [
      cell(({ event }) => event),
      cell(({ state }) => state),
      cell(({ content }) => content),
      cell(({ longestTask }) => longestTask),
      cell(({ processor }) => processor),
      isSlow ? 'fail' : 'pass',
    ]);
  }
  return slow;
}

async function measure(url: string, only: string, rounds: number): Promise<void> {
  const groups = pressGroups.filter(({ name }) => name.includes(only));
  if (groups.length === 0) {
    console.error(`No group is called "${only}": ${pressGroups.map(({ name }) => name).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  const { executablePath, args, env } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args, env });
  try {
    const { measured, failed } = await measureRounds(browser, url, groups, rounds);
    const slow = report(measured);
    console.log(
      `Limits: ${limits.answered} ms until the new state is painted, ${limits.content} ms until the content is; the processor slowed ${slowdown} times; load ${loadavg()[0]?.toFixed(1)}.`,
    );
    if (slow.length > 0) reportMissed(`Above the limits: ${slow.join(', ')}.`);
    if (failed.length > 0) process.exitCode = 1;
  } finally {
    await browser.close();
  }
}

const text = { type: 'string' } as const;
const values = readOptions(usage, {
  url: text,
  only: text,
  rounds: { ...text, default: sized('5', '1') },
});
const run = (url: string) => measure(url, values.only ?? '', Number(values.rounds));
await (values.url === undefined ? withOwnPortal(run) : run(values.url.replace(/\/$/, '')));
