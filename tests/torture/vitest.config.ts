import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** `npm run torture`: what takes minutes. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['tests/torture/**/*.torture.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    testTimeout: 15 * 60_000,
    hookTimeout: 60_000,
  },
});
