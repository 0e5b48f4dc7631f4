import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser, mapArgs } from '../support/browser.ts';

const project = resolve(import.meta.dirname, '../..');
/** Another one lets journeys of two checkouts run side by side. */
const port = Number(process.env['MAILCALL_JOURNEYS_PORT'] ?? 4980);
/** The same address for the server and for links that the command line prints. */
const baseURL = `http://127.0.0.1:${port}`;

// workers read this file again: the folder is made once and handed down
process.env['MAILCALL_JOURNEYS_DATA'] ??= mkdtempSync(join(tmpdir(), 'mailcall-journeys-'));
const dataFolder = process.env['MAILCALL_JOURNEYS_DATA'];

const { executablePath, args, env } = await findBrowser();

const launching = (flags: readonly string[]) => ({
  executablePath,
  args: [...flags, '--autoplay-policy=no-user-gesture-required'],
  env,
});
/** The journeys that look at maps. */
const withMaps = /maps\.journey\.ts$/;

/** Journeys walk `npm start`'s own server with the demo story, in a new and empty data folder. */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '*.journey.ts',
  outputDir: resolve(project, 'node_modules/.cache/journeys'),
  globalTeardown: './remove-data-folder.ts',
  fullyParallel: true,
  // a journey waits for its server and for itself half of the time
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // reading a whole Overview for accessibility takes a busy machine most of half a minute
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'America/New_York',
    // what fades and slides costs time and shows nothing
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // costs a third of the run; `--trace on` brings it back for the journey one looks into
    trace: 'off',
  },
  projects: [
    { name: 'pages', testIgnore: withMaps, use: { launchOptions: launching(args) } },
    { name: 'maps', testMatch: withMaps, use: { launchOptions: launching(mapArgs) } },
  ],
  webServer: {
    command: 'npm start',
    cwd: project,
    url: `${baseURL}/health`,
    env: { PORT: String(port), DATA_DIR: dataFolder, PUBLIC_URL: baseURL, LOG_LEVEL: 'warn' },
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
  },
});
