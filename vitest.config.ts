import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** A test waits for PostgreSQL, or for a program that starts, about a third of its time. */
const maxWorkers = '150%';

/** Milliseconds. For what hangs: a busy machine can take its time. */
const limits = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

/** MB for new objects. With V8's default, collecting them takes a tenth more of the processor. */
const execArgv = ['--max-semi-space-size=64'];

const webFolder = join(import.meta.dirname, 'web');
const webTests = globSync('**/*.test.{ts,tsx}', { cwd: webFolder, exclude: ['node_modules'] });
const needsDocument = (file: string) =>
  readFileSync(join(webFolder, file), 'utf8').startsWith('// @vitest-environment jsdom');

/**
 * Tests of the web app, in one worker for many files: to start one for each took four fifths of the time. Vitest starts one for
 * each file whose environment differs from the project's. What a file leaves in a browser's storage or in a module, it removes
 * itself.
 */
const webProject = (name: string, environment: 'node' | 'jsdom', include: string[]) => ({
  extends: './web/vite.config.ts' as const,
  test: { name, root: 'web', environment, include, isolate: false, maxWorkers, execArgv, ...limits },
});

export default defineConfig({
  test: {
    maxWorkers,
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
          // a worker loads the server's modules once: that was half of the time. State belongs to a file's own application,
          // database and folders, and modules have none
          isolate: false,
          // Node reads TypeScript itself, as in the product; Vite would transform each module and wrap its imports
          experimental: { viteModuleRunner: false, nodeLoader: false },
          execArgv,
          ...limits,
        },
      },
      webProject(
        'web',
        'node',
        webTests.filter((file) => !needsDocument(file)),
      ),
      webProject('web-document', 'jsdom', webTests.filter(needsDocument)),
    ],
  },
});
