import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'server',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'demo/**/*.test.ts',
            'tools/**/*.test.ts',
            'tests/*.test.ts',
          ],
          globalSetup: ['tests/support/global-setup.ts'],
          // for what hangs; a busy machine may take its time
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: { name: 'web', root: 'web', include: ['**/*.test.{ts,tsx}'] },
      },
    ],
  },
});
