import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pageFilesOf, pageLinks } from './page-files.ts';
import { notFound } from './problems.ts';
import { inEnvelope } from './server.ts';

const assets = 'assets';

/** Browsers keep files with hashed names for a year, and ask about others each time. */
export const builtFiles = (folder: string): FastifyStaticOptions => ({
  root: folder,
  cacheControl: false,
  dotfiles: 'ignore',
  setHeaders(reply, path) {
    const hashed = path.startsWith(join(folder, assets) + sep);
    // for documents only; each script is 500 bytes smaller without it
    if (hashed) reply.raw.removeHeader('permissions-policy');
    reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  },
});

/** Serves the page with `Link` headers at every URL outside the API; missing files are 404. Pages in `variants` replace others. */
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
