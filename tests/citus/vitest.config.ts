import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

if (!process.env['CITUS_URL'])
  throw new Error(
    'Set CITUS_URL to a database of the coordinator that knows its workers, such as postgres://postgres@127.0.0.1:5432/postgres.',
  );

const root = resolve(import.meta.dirname, '../..');

/** `npm run test:citus`: the API tests against the cluster that CITUS_URL names. */
export default defineConfig({
  root,
  test: {
    include: [
      'server/features/**/*.test.ts',
      'server/*.test.ts',
      'tests/citus/*.test.ts',
      'tests/*figures.test.ts',
      'tests/resolving.test.ts',
    ],
    globalSetup: ['tests/support/global-setup.ts'],
    isolate: false,
    maxWorkers: 2,
    // a walk through two weeks of alerts, and ten thousand offices, take minutes there
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
