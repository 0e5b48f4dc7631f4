import { rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { chromium, type Page } from '@playwright/test';
import { demoPassword } from '../demo/people.ts';
import { addDemoTeam } from '../server/demo-story.ts';
import { savedOutboxLinks } from '../server/features/outbox/outbox-link.ts';
import { systemClock } from '../server/platform/clock.ts';
import { openDatabase } from '../server/platform/database.ts';
import { readEnvironment } from '../server/platform/env.ts';
import { freeAddress, startPortal } from '../tests/journeys/portal-program.ts';
import { findBrowser } from '../tests/support/browser.ts';
import { throwAwayFolder } from '../tests/support/memory-folder.ts';
import { newDataFolder } from './data-folder.ts';
import { readOptions, reportMissed, sized, wholeNumber } from './options.ts';
import { median, percentile } from './quantiles.ts';
import { importStory } from './story.ts';

const usage = `npm run bench:scoring-desk -- [--calls 30]

Scores calls of the demo story by keyboard, and measures from Enter to the first sound of the next call.
  --calls  how many calls are scored`;

/** Milliseconds from Enter to the first sound (95th percentile), and keys of a call. */
const limits = { sound: 300, presses: 12 } as const;

const scripts = [
  ['1', '1', '1', '1', '1', '1', '1', '2'],
  ['3', '2'],
] as const;

const scorer = 'scorer@demo.example';

async function signIn(page: Page, url: string, folder: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(scorer);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Mail me a code' }).click();
  await page.getByRole('button', { name: 'Send again' }).waitFor();
  const [outbox = ''] = await savedOutboxLinks(folder);
  const code = await page.evaluate(
    ([html, to]) =>
      /\b\d{6}\b/.exec(
        new DOMParser()
          .parseFromString(html, 'text/html')
          .querySelector(`article[data-recipient="${CSS.escape(to)}"] pre`)?.textContent ?? '',
      )?.[0] ?? '',
    [await (await page.request.get(outbox)).text(), scorer] as const,
  );
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { level: 1, name: 'Scoring' }).waitFor();
}

interface Times {
  enter: number;
  sound: number | null;
}
type MeasuredWindow = Window & { mailcallDesk: Times };

/** Notes the last Enter and the first sound after it. Runs before the page's own scripts. */
function installInPage(): void {
  const times: Times = { enter: 0, sound: null };
  (window as unknown as MeasuredWindow).mailcallDesk = times;
  document.addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      if (key === 'Enter') Object.assign(times, { enter: timeStamp, sound: null });
    },
    true,
  );
  document.addEventListener('playing', ({ timeStamp }) => void (times.sound ??= timeStamp), true);
}

const nextIsReady = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'next call is ready' }).waitFor();

/** Scores a call. @returns milliseconds from Enter to the first sound of the next one */
async function scoreCall(page: Page, keys: readonly string[]): Promise<number> {
  await nextIsReady(page);
  for (const key of keys) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  const times = await page.waitForFunction(() => {
    const { enter, sound } = (window as unknown as MeasuredWindow).mailcallDesk;
    return sound === null ? null : { enter, sound };
  });
  const { enter, sound } = (await times.jsonValue()) as { enter: number; sound: number };
  return sound - enter;
}

/** Replaces the demo, which takes ten times as long to load. */
async function importFewCalls(folder: string): Promise<void> {
  await importStory(folder, { offices: 5, calls: 1000 });
  const database = await openDatabase(readEnvironment({ DATA_DIR: folder, LOG_LEVEL: 'error' }), {
    say: () => undefined,
  });
  await addDemoTeam({ database, clock: systemClock }).finally(() => database.close());
}

const options = readOptions(usage, { calls: { type: 'string', default: String(sized(30, 4)) } });
const calls = wholeNumber('calls', options.calls);
const folder = await newDataFolder(throwAwayFolder());
if (sized(false, true)) await importFewCalls(folder);
const url = await freeAddress();
const portal = await startPortal(url, { DATA_DIR: folder });
const { executablePath, args, env } = await findBrowser();
const browser = await chromium.launch({
  executablePath,
  args: [...args, '--autoplay-policy=no-user-gesture-required'],
  env,
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(installInPage);
  await signIn(page, url, folder);
  await page.keyboard.press('Enter');
  const waits: number[] = [];
  for (let call = 0; call < calls; call += 1)
    waits.push(await scoreCall(page, scripts[call % scripts.length] ?? []));
  const p95 = percentile(waits, 95);
  const presses = Math.max(...scripts.map(({ length }) => length + 1));
  console.log(
    `From Enter to the first sound of the next call, ${calls} calls: median ${Math.round(median(waits))} ms, p95 ${Math.round(p95)} ms`,
  );
  console.log(`Keys of the longest call: ${presses}. Load ${loadavg()[0]?.toFixed(1)}`);
  if (p95 > limits.sound) reportMissed(`The first sound came after ${Math.round(p95)} ms (p95).`);
  if (presses > limits.presses) reportMissed(`A call took ${presses} keys.`);
} finally {
  await browser.close();
  await portal.stop();
  await rm(folder, { recursive: true, force: true });
}
