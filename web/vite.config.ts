import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedFiles } from './build/compressed-files.ts';
import { contractSchemas } from './build/contract-schemas.ts';
import { firstPaintPages } from './build/first-paints.ts';
import { mantineHooks } from './build/mantine-hooks.ts';
import { mantineParts } from './build/mantine-parts.ts';
import { pageFiles } from './build/page-files.ts';
import { sharedFiles } from './build/shared-files.ts';
import { towns } from './build/towns.ts';

/** The address of the server that `npm start` runs, while `vite` serves the web app. */
const server = process.env['MAILCALL_SERVER'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    react(),
    towns(),
    mantineHooks(),
    mantineParts(),
    contractSchemas(resolve(import.meta.dirname, '../contract')),
    pageFiles(import.meta.dirname),
    firstPaintPages(import.meta.dirname),
    compressedFiles(),
  ],
  build: {
    license: true,
    outDir: 'dist',
    emptyOutDir: true,
    // browsers that know light-dark(): rewritten for older ones it would lose the scheme that Mantine sets
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // inlined assets would be data: URLs, which the Content-Security-Policy refuses for fonts and workers
    assetsInlineLimit: 0,
    // these browsers preload modules by themselves
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: sharedFiles } } },
  },
  server: { proxy: { '/api': server, '/web-config.json': server } },
});
