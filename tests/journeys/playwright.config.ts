import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser, mapArgs } from '../support/browser.ts';
import { throwAwayFolder } from '../support/memory-folder.ts';
import { slowPages } from './slowed.ts';

const project = resolve(import.meta.dirname, '../..');
/** Another port lets journeys of two checkouts run at the same time. */
const port = Number(process.env['MAILCALL_JOURNEYS_PORT'] ?? 4980);
const baseURL = `http://127.0.0.1:${port}`;
/** Browsers take each name below `localhost` for this machine. */
const brandOrigin = `http://north.localhost:${port}`;

/** The data folder of a run, which is removed when the run has ended; a global teardown runs before the portal has stopped. */
function makeDataFolder(): string {
  const folder = mkdtempSync(join(throwAwayFolder(), 'mailcall-journeys-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

// workers read this file again: the folder is made once and handed down
const dataFolder = (process.env['MAILCALL_JOURNEYS_DATA'] ??= makeDataFolder());

// how many times slower the processor is for the pages; workers read this file too
const slowed = Number(process.env['JOURNEYS_SLOWED'] ?? 1);
if (slowed > 1) slowPages(slowed);

const { executablePath, args, env } = await findBrowser();

const launchOptions = (flags: readonly string[]) => ({
  executablePath,
  args: [...flags, '--autoplay-policy=no-user-gesture-required'],
  env,
});
/** A page is closed before optimized code pays for its compilation, which takes a tenth of the browser's CPU time. */
const withoutOptimizer = '--js-flags=--no-opt,--no-maglev';
const withMaps = /@webgl/;

/** Journeys use the server of `npm start` with the demo story, in a new and empty data folder. */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '*.journey.ts',
  outputDir: resolve(project, 'node_modules/.cache/journeys'),
  fullyParallel: true,
  // a journey waits for its server and for itself half of the time
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // for hanging tests: a busy machine can take its time
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL,
    actionTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'America/New_York',
    // fading and sliding cost time and show nothing
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // costs a third of the run; `--trace on` brings it back for a journey that is looked into
    trace: 'off',
  },
  projects: [
    // one map at a time, from the beginning: three that are painted by the CPU at once take longer than a journey waits
    {
      name: 'maps',
      grep: withMaps,
      workers: 1,
      // the CPU paints each pixel of a map: half as many as on the other journeys’ screen, which still has room for tables
      use: { launchOptions: launchOptions(mapArgs), viewport: { width: 1200, height: 720 } },
    },
    {
      name: 'pages',
      grepInvert: withMaps,
      use: { launchOptions: launchOptions([...args, withoutOptimizer]) },
    },
  ],
  webServer: {
    command: 'npm start',
    cwd: project,
    url: `${baseURL}/health`,
    env: {
      PORT: String(port),
      DATA_DIR: dataFolder,
      PUBLIC_URL: baseURL,
      BRAND_ORIGINS: brandOrigin,
      LOG_LEVEL: 'warn',
      DOCS: 'on',
    },
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
  },
});
