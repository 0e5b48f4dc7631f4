import { rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { maxGeodataIds } from '@mailcall/contract/map-shapes.ts';
import { freeAddress, startPortal } from '../tests/journeys/portal-program.ts';
import { findBrowser, mapArgs } from '../tests/support/browser.ts';
import { newDataFolder } from './data-folder.ts';
import { longestTaskOf } from './longest-task.ts';
import { openZonesDatabase } from './map-shapes.ts';
import { readOptions, reportMissed, sized } from './options.ts';
import { benchPerson } from './story.ts';
import { benchZones } from './zones.ts';

/** Compares drawing 500 zones and 50,000 households with the same shapes as GeoJSON, and measures the longest task during a drag. */
const limits = {
  /** Processor milliseconds of the longest task while the map is dragged. */
  task: 100,
  /** Share of GeoJSON's time. */
  draw: 1 / 2,
};
/** The CPU paints each pixel of a map. */
const viewport = sized({ width: 1440, height: 900 }, { width: 1024, height: 480 });
const gzip = { 'accept-encoding': 'gzip' };
const rounds = sized(2, 1);
const households = sized(50_000, 100);
const movesOfDrag = sized(30, 3);
const drags: readonly (readonly [right: number, down: number])[] = sized(
  [
    [-0.3, 0.1],
    [0.2, -0.2],
    [0.3, 0.2],
    [-0.2, -0.1],
  ],
  [[-0.3, 0.1]],
);
const drawsAgain = sized(true, false);
const list = { accountId: 'office-0', id: 'bench-list' };
const address = `/maps?range=all&shown=*&lists=${list.id}`;

const insertHouseholds = `
  with list as (
    insert into patient_lists (account_id, id, name, prepared_version, patient_count, household_count)
    values ($1, $2, 'Bench', 1, $3, $3)
  )
  insert into patient_households (account_id, patient_list_id, id, address_key, address, city, state, zip, latitude,
    longitude, point_source, patient_count, production_cents)
  select $1, $2, 'household-' || n, n || ' elm street', n || ' Elm Street', 'Bench', 'NC', '28801',
    35 + (n::bigint * 7919 % 100003) / 100003.0 * 0.8, -83 + (n::bigint * 104729 % 99991) / 99991.0 * 1.5, 'given', 1, 10000
  from generate_series(1, $3) n`;

async function fillRecord(folder: string): Promise<void> {
  const { database } = await openZonesDatabase(folder, benchZones());
  try {
    await database.pool.query(insertHouseholds, [list.accountId, list.id, households]);
  } finally {
    await database.close();
  }
}

const untilDrawn = (page: Page) => page.locator('figure[aria-busy="false"]').waitFor({ timeout: 300_000 });

/** Milliseconds from the page's request. */
async function timeToDraw(page: Page): Promise<number> {
  await page.goto('/favicon.svg');
  const started = performance.now();
  await page.goto('/maps?range=all&shown=*');
  await untilDrawn(page);
  return performance.now() - started;
}

async function timesToDraw(
  browser: Browser,
  person: BrowserContextOptions,
  prepare: (page: Page) => Promise<void>,
): Promise<{ first: number; again: number }> {
  const context = await browser.newContext(person);
  try {
    const page = await context.newPage();
    await prepare(page);
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()));
    const first = await timeToDraw(page);
    if (refused.length > 0) throw new Error(`Not answered: ${refused.join(', ').slice(0, 300)}`);
    return { first, again: drawsAgain ? await timeToDraw(page) : first };
  } finally {
    await context.close();
  }
}

function loadGeoJson(most: number): void {
  const request = window.fetch.bind(window);
  const withContent = (answer: Response, content: () => Promise<string>) => {
    Object.defineProperty(answer, 'text', { value: content });
    return answer;
  };
  window.fetch = async (input, options) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.pathname === '/api/maps/mailing-areas') {
      const answer = await request(input, options);
      const body = (await answer.json()) as { data: { meta: { shapesCount: number } } };
      body.data.meta.shapesCount = 1;
      return withContent(answer, async () => JSON.stringify(body));
    }
    if (url.pathname !== '/api/maps/geodata') return request(input, options);
    // the route accepts a hundred ids per request
    const all = [...url.searchParams].flatMap(([, ids]) => ids.split(','));
    const answers = await Promise.all(
      Array.from({ length: Math.ceil(all.length / most) }, (_, at) => {
        url.search = `?ids=${all.slice(at * most, (at + 1) * most).join(',')}`;
        return request(url, options);
      }),
    );
    return withContent(answers[0] as Response, async () => {
      const texts = await Promise.all(answers.map((answer) => answer.clone().text()));
      const records = texts.map((text) => text.slice(text.indexOf('[') + 1, text.lastIndexOf(']')));
      return `{"status":"success","data":{"records":[${records.join(',')}]}}`;
    });
  };
}

async function longestTaskWhileDragging(browser: Browser, page: Page): Promise<number> {
  await page.goto(address);
  await untilDrawn(page);
  const box = await page.locator('.maplibregl-canvas').boundingBox();
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  for (const [right, down] of drags) {
    const [fromX, fromY] = [x + width / 2, y + height / 2];
    await page.mouse.move(fromX, fromY);
    await page.mouse.down();
    await page.mouse.move(fromX + right * width, fromY + down * height, { steps: movesOfDrag });
    await page.mouse.up();
    await untilDrawn(page);
  }
  return longestTaskOf(await browser.stopTracing());
}

async function measure(url: string): Promise<string[]> {
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({ executablePath, env, args: mapArgs });
  try {
    const context = await browser.newContext({ baseURL: url, viewport });
    const page = await context.newPage();
    await page.goto('/login');
    await page.getByLabel('Email').fill(benchPerson.email);
    await page.getByLabel('Password', { exact: true }).fill(benchPerson.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/campaigns/);
    await timeToDraw(page);
    const person = {
      baseURL: url,
      viewport,
      storageState: await context.storageState(),
      extraHTTPHeaders: gzip,
    };
    const tiles = [];
    const whole = [];
    for (let round = 0; round < rounds; round += 1) {
      tiles.push(await timesToDraw(browser, person, async () => undefined));
      whole.push(
        await timesToDraw(
          browser,
          person,
          async (opened) => void (await opened.addInitScript(loadGeoJson, maxGeodataIds)),
        ),
      );
    }
    const task = await longestTaskWhileDragging(browser, page);
    const least = (times: readonly { first: number; again: number }[], which: 'first' | 'again') =>
      Math.min(...times.map((time) => time[which]));
    const [fastest, slowest] = [least(tiles, 'first'), least(whole, 'first')];
    console.log(
      `until the shapes are drawn: ${fastest.toFixed(0)} ms as tiles, ${slowest.toFixed(0)} ms as GeoJSON; again ${least(tiles, 'again').toFixed(0)} and ${least(whole, 'again').toFixed(0)} ms`,
    );
    console.log(`longest task while dragging: ${task.toFixed(0)} ms of processor time`);
    console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
    return [
      ...(fastest > limits.draw * slowest ? ['The tiles are drawn too slowly.'] : []),
      ...(task > limits.task ? ['A task while dragging takes too long.'] : []),
    ];
  } finally {
    await browser.close();
  }
}

readOptions(
  'npm run bench:map\n\nMeasures how fast Map IQ draws many zones, and moves with a large patient list.',
  {},
);
const folder = await newDataFolder();
try {
  await fillRecord(folder);
  const url = await freeAddress();
  const portal = await startPortal(url, { DATA_DIR: folder, MAILCALL_DEMO: 'off' });
  try {
    const problems = await measure(url);
    for (const problem of problems) reportMissed(problem);
  } finally {
    await portal.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
