import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { OperatorProblem } from '../operator-problem.ts';
import { notFound } from './problems.ts';
import { allowInlineScripts } from './security-headers.ts';
import { builtFiles } from './web-app.ts';

const missingPage = '404.html';

function inlineScriptsOf(html: string): string[] {
  return html.split('<script').flatMap((part, index) => {
    const start = part.indexOf('>') + 1;
    const end = part.indexOf('</script>');
    if (index === 0 || start === 0 || end < start || part.slice(0, start).includes(' src=')) return [];
    return [part.slice(start, end)];
  });
}

function inlineScriptHashes(folder: string): string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.html'),
  );
  const scripts = pages.flatMap((path) => inlineScriptsOf(readFileSync(join(folder, path), 'utf8')));
  return [...new Set(scripts)].map(
    (script) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  );
}

/** Public at `/docs`; allows inline scripts by hash. Throws OperatorProblem if the documents are not built. */
export async function serveDocs(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, missingPage)))
    throw new OperatorProblem(
      'DOCS is on, and the documents are not built. Run node tools/setup.mjs --docs, or set DOCS to off.',
    );
  const hashes = inlineScriptHashes(folder);
  await app.register(
    async (docs) => {
      docs.addHook('onRequest', async (_request, reply) => allowInlineScripts(reply, hashes));
      docs.get('/', { prefixTrailingSlash: 'no-slash' }, (_request, reply) => reply.redirect('/docs/'));
      await docs.register(fastifyStatic, {
        ...builtFiles(folder),
        prefix: '/',
        // pages link to each other without it, and to a folder by its name
        extensions: ['html'],
        redirect: true,
      });
      docs.setNotFoundHandler((request, reply) => {
        const isPage = request.method === 'GET' || request.method === 'HEAD';
        if (!isPage) throw notFound();
        return reply.status(404).sendFile(missingPage);
      });
    },
    { prefix: '/docs' },
  );
}
