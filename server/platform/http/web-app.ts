import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pageFilesOf, pageLinks } from './page-files.ts';
import { notFound } from './problems.ts';
import { inEnvelope } from './server.ts';

/** File names below this folder contain content hashes. */
const assets = 'assets';

/** How the files of a build are served: browsers keep files with hashed names for a year, and ask about others each time. */
export const builtFiles = (folder: string): FastifyStaticOptions => ({
  root: folder,
  cacheControl: false,
  dotfiles: 'ignore',
  setHeaders(reply, path) {
    const hashed = path.startsWith(join(folder, assets) + sep);
    // applies to documents only: without it each script has 500 bytes less
    if (hashed) reply.raw.removeHeader('permissions-policy');
    reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  },
});

/**
 * Serves the built web app: its files, and its page at every other URL outside the API, so that links open. A page comes
 * with `Link` headers for the files it loads next. Missing files are 404 in the envelope.
 * The app reads `config` from `/web-config.json` before it starts. `variants` are folders with pages that replace others.
 */
export async function serveWebApp(
  app: FastifyInstance,
  options: { folder: string; config: object; variants?: readonly string[] },
): Promise<void> {
  const { folder, config, variants = [] } = options;
  app.get('/web-config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(config),
  );

  // the build adds a Brotli and a gzip version to each text file
  await app.register(fastifyStatic, { ...builtFiles(folder), preCompressed: true });

  const links = pageLinks(folder);
  const fileOf = pageFilesOf(folder, variants);
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets)(\/|$)/.test(path);
    if (isPage && existsSync(join(folder, 'index.html'))) {
      const link = links.get(path);
      if (link) void reply.header('link', link);
      return reply.sendFile(fileOf(request.url));
    }
    const problem = notFound();
    return reply.status(problem.statusCode).send(inEnvelope(problem));
  });
}
