import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests over random records, of which `npm test` takes few. */
const randomized = [
  'tests/*figures.test.ts',
  'tests/resolving.test.ts',
  'server/features/read-model/read-model.test.ts',
  'server/features/ingest/import-properties.test.ts',
];

/** `npm run torture`: what takes minutes. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['tests/torture/**/*.torture.ts', ...randomized],
    env: { FIGURES_RUNS: process.env['FIGURES_RUNS'] ?? '10', FEED_RUNS: process.env['FEED_RUNS'] ?? '50' },
    globalSetup: ['tests/support/global-setup.ts'],
    testTimeout: 15 * 60_000,
    hookTimeout: 60_000,
  },
});
