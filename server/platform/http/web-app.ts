import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import { defaultPrimaryColor } from '@mailcall/contract/provider.ts';
import { darkenedColor } from '@mailcall/contract/rules/contrast.ts';
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

/** How the portal looks at a host. */
interface HostLook {
  config: object;
  /** `#rrggbb` of the icon. */
  primary: string;
  /** Folder of pages that replace others. */
  variant: string | null;
}

/** The color of `favicon.svg`. */
const iconColor = '#b8005c';

/** Serves the page with `Link` headers at every URL outside the API; missing files are 404. */
export async function serveWebApp(
  app: FastifyInstance,
  options: { folder: string; lookAt: (host: string) => Promise<HostLook> },
): Promise<void> {
  const { folder, lookAt } = options;
  app.get('/web-config.json', async ({ host }, reply) =>
    reply.header('cache-control', 'no-store').send((await lookAt(host)).config),
  );
  const icon = join(folder, 'favicon.svg');
  if (existsSync(icon)) {
    const drawn = readFileSync(icon, 'utf8');
    app.get('/favicon.svg', async ({ host }, reply) => {
      const { primary } = await lookAt(host);
      const color = primary === defaultPrimaryColor ? iconColor : darkenedColor(primary);
      return reply
        .headers({ 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' })
        .send(drawn.replaceAll(iconColor, color));
    });
  }

  // the build adds a Brotli and a gzip version to each text file
  await app.register(fastifyStatic, { ...builtFiles(folder), preCompressed: true });

  const links = pageLinks(folder);
  const fileOf = pageFilesOf(folder);
  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?');
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets)(\/|$)/.test(path);
    if (isPage && existsSync(join(folder, 'index.html'))) {
      const link = links.get(path);
      if (link) void reply.header('link', link);
      return reply.sendFile(fileOf(request.url, (await lookAt(request.host)).variant));
    }
    const problem = notFound();
    return reply.status(problem.statusCode).send(inEnvelope(problem));
  });
}
