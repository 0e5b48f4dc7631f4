import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pageFilesOf, pageLinks } from './page-files.ts';
import { notFound } from './problems.ts';
import { inEnvelope } from './server.ts';

/** The build gives each file below this folder a name that changes with its content. */
const assets = 'assets';

/**
 * Serves the built web app from a folder: its files, and its page for every other address that is not the API's, so that a
 * linked address opens. With a page goes the list of the files that it loads next. What is not there is a 404 in the envelope.
 * `config` is what the app asks for before it starts, at `/web-config.json`. `variants` are the folders of pages that take the place of
 * others.
 */
export async function serveWebApp(
  app: FastifyInstance,
  options: { folder: string; config: object; variants?: readonly string[] },
): Promise<void> {
  const { folder, config, variants = [] } = options;
  app.get('/web-config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(config),
  );

  await app.register(fastifyStatic, {
    root: folder,
    cacheControl: false,
    dotfiles: 'ignore',
    // the build leaves a Brotli and a gzip file beside each text file
    preCompressed: true,
    setHeaders(reply, path) {
      const hashed = path.startsWith(join(folder, assets) + sep);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

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
