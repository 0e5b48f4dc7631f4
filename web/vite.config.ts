import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm start` listens, for work on the web app with `vite` beside it. */
const server = process.env['MAILCALL_SERVER'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // browsers that know light-dark(): rewritten for older ones it would lose the scheme that Mantine sets
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // inlined assets would be data: URLs, which the Content-Security-Policy refuses for fonts and workers
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': server, '/web-config.json': server } },
});
