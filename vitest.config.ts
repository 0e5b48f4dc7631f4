import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** A test waits for PostgreSQL, or for a program that starts, about a third of its time. */
const maxWorkers = '150%';

/** Milliseconds after which a test counts as hanging: a busy machine can take its time. */
const limits = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

/** MB for new objects. With V8's default, collecting them takes a tenth more of the processor. */
const execArgv = ['--max-semi-space-size=64'];

const webFolder = join(import.meta.dirname, 'web');
const webTests = globSync('**/*.test.{ts,tsx}', { cwd: webFolder, exclude: ['node_modules'] });
const needsDocument = (file: string) =>
  readFileSync(join(webFolder, file), 'utf8').startsWith('// @vitest-environment jsdom');

/** One worker runs many files, because starting it takes four fifths of the time. Each file cleans up its browser storage and modules. */
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
          // a worker loads the server's modules once, which saves half of the time; modules have no state
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
