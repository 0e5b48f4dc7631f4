import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { type DemoName, enter } from '../tests/journeys/person.ts';
import { withOwnPortal } from '../tests/journeys/portal-program.ts';
import { findBrowser, mapArgs } from '../tests/support/browser.ts';

/** `npm run screenshots`: pictures of the documents, from the demo story. Its days end today, so each run changes every picture. */

const folder = resolve(import.meta.dirname, '../docs/images');

const maxBytes = 1_000_000;

interface Screenshot {
  readonly name: string;
  readonly who: DemoName;
  readonly path: string;
  readonly open?: (page: Page) => Promise<void>;
}

const screenshots: readonly Screenshot[] = [
  { name: 'scoreboard', who: 'owner', path: '/scoreboard?range=all' },
  { name: 'front-desk', who: 'owner', path: '/scoreboard?tab=front-desk&range=all' },
  {
    name: 'call',
    who: 'frontdesk',
    path: '/scoreboard?tab=all-calls&outcome=opportunity&range=all',
    open: async (page) => {
      const recorded = page
        .getByRole('row')
        .filter({ has: page.getByRole('button', { name: /Play recording/ }) });
      await recorded.first().getByRole('link').click();
      await page
        .getByRole('dialog', { name: 'Call Details' })
        .getByRole('group', { name: 'Recording' })
        .waitFor();
    },
  },
  { name: 'callbacks', who: 'frontdesk', path: '/callbacks' },
  { name: 'campaigns', who: 'owner', path: '/campaigns?range=year' },
  {
    name: 'review',
    who: 'frontdesk',
    path: '/accounts/silverwren-asheville/designs/avl-campaign-067-design-1',
  },
  {
    name: 'map-iq',
    who: 'frontdesk',
    path: '/maps?range=all',
    open: async (page) => {
      await page.getByRole('tab', { name: /^Zones/ }).click();
      await page
        .getByRole('table', { name: 'Mailing zones' })
        .getByRole('button', { name: 'Montford' })
        .click();
      await page.getByRole('region', { name: 'Montford' }).waitFor();
    },
  },
];

/** Waits until nothing loads and every picture on the page is there. */
async function untilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy="true"]') === null &&
      [...document.images].every((image) => image.complete) &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}

/** Few colors take a third of the bytes. */
async function take(browser: Browser, url: string, screenshot: Screenshot): Promise<Buffer> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await enter(page, screenshot.who, screenshot.path);
  await page.waitForURL((address) => address.pathname !== '/login');
  await untilLoaded(page);
  await screenshot.open?.(page);
  await untilLoaded(page);
  const picture = await page.screenshot();
  await context.close();
  return sharp(picture).png({ palette: true, effort: 10 }).toBuffer();
}

const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, args: mapArgs, env });
try {
  await withOwnPortal(async (url) => {
    const pictures = new Map<string, Buffer>();
    for (const screenshot of screenshots) {
      const picture = await take(browser, url, screenshot);
      console.log(`${screenshot.name}.png: ${Math.round(picture.length / 1000)} KB`);
      pictures.set(`${screenshot.name}.png`, picture);
    }
    const bytes = [...pictures.values()].reduce((sum, { length }) => sum + length, 0);
    if (bytes > maxBytes)
      throw new Error(`The pictures have ${bytes} bytes together, more than ${maxBytes}.`);
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(folder)) if (!pictures.has(name)) await rm(join(folder, name));
    for (const [name, picture] of pictures) await writeFile(join(folder, name), picture);
  });
} finally {
  await browser.close();
}
