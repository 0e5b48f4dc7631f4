import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from '../server/platform/env.ts';
import { OperatorProblem } from '../server/platform/operator-problem.ts';
import { root } from './support/imports.ts';
import { startServer, type TestServer } from './support/start-server.ts';

const { docsFolder: site = '' } = readEnvironment({ DOCS: 'on' });

const pages = new Map<string, string>();
let portal: TestServer;
let portalWithoutDocs: TestServer;

beforeAll(async () => {
  // builds only if something changed; a dead link fails it
  const { status, stderr } = spawnSync(process.execPath, ['tools/setup.mjs', '--docs', '--quiet'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  for (const path of readdirSync(site, { recursive: true, encoding: 'utf8' })) {
    if (path.endsWith('.html'))
      pages.set(
        `/docs/${path.replace(/(^|\/)index\.html$|\.html$/, '$1')}`,
        readFileSync(join(site, path), 'utf8'),
      );
  }
  [portal, portalWithoutDocs] = await Promise.all([
    startServer({ environment: { docsFolder: site } }),
    startServer(),
  ]);
});
afterAll(() => Promise.all([portal.close(), portalWithoutDocs.close()]));

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends a path exactly as written; `fetch` would resolve its dots. */
const send = (path: string, { method = 'GET', to = portal } = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(to.url);
    request({ hostname, port, path, method }, (message) => {
      let body = '';
      message
        .setEncoding('utf8')
        .on('data', (text: string) => (body += text))
        .once('end', () => resolve({ status: message.statusCode ?? 0, headers: message.headers, body }));
    })
      .once('error', reject)
      .end();
  });

const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(([, script = '']) => script);
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
const directive = ({ headers }: Answer, name: string) =>
  String(headers['content-security-policy'])
    .split(';')
    .find((one) => one.startsWith(`${name} `));

function problemOf(page: string, link: string): string | null {
  const { pathname, hash } = new URL(link, `http://portal.test${page}`);
  if (!pathname.startsWith('/docs/')) return `${page}: ${link} leaves the documents`;
  const target = pages.get(decodeURIComponent(pathname));
  if (target === undefined) {
    const file = join(site, decodeURIComponent(pathname.slice('/docs/'.length)));
    return existsSync(file) && statSync(file).isFile() ? null : `${page}: ${link} leads nowhere`;
  }
  const id = decodeURIComponent(hash.slice(1));
  return id === '' || target.includes(` id="${id}"`) ? null : `${page}: ${link} has no such heading`;
}

const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<[a-z][^>]* ${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&'),
  );

test('every link, script and picture of the built pages leads to a file and a heading of the site', () => {
  expect(pages.size).toBeGreaterThan(60);
  const problems = [...pages].flatMap(([page, html]) =>
    [...attributes(html, 'href'), ...attributes(html, 'src')]
      .filter((link) => !/^(https?|mailto|data):/.test(link))
      .flatMap((link) => problemOf(page, link) ?? []),
  );
  expect(problems).toEqual([]);
});

test('the site loads nothing from other sites', () => {
  const loaded = [...pages.values()].flatMap((html) => [
    ...attributes(html, 'src'),
    ...[...html.matchAll(/<link [^>]*href="([^"]*)"/g)].map(([, href = '']) => href),
  ]);
  const styles = readdirSync(join(site, 'assets'))
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(join(site, 'assets', name), 'utf8'));
  const named = styles.flatMap((style) =>
    [...style.matchAll(/(?:url\(|@import )["']?([^"')]+)/g)].map(([, url = '']) => url),
  );
  expect(named.length).toBeGreaterThan(0);
  expect([...loaded, ...named].filter((url) => /^(https?:)?\/\//.test(url))).toEqual([]);
});

test('the sidebar names every page once', () => {
  const sidebar = /<aside class="VPSidebar".*?<\/aside>/s.exec(pages.get('/docs/') ?? '')?.[0] ?? '';
  const named = attributes(sidebar, 'href').sort();
  expect(named).toEqual([...pages.keys()].filter((page) => !['/docs/', '/docs/404'].includes(page)).sort());
});

test('serves a page with the hashes of its inline scripts, and other pages of the portal without', async () => {
  const answer = await send('/docs/');
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toContain('text/html');
  const scripts = inlineScripts(answer.body);
  expect(scripts.length).toBeGreaterThan(0);
  expect(directive(answer, 'script-src')).toBe(`script-src 'self' ${scripts.map(hashOf).join(' ')}`);
  const hashes = new Set(scripts.map(hashOf));
  for (const html of pages.values())
    expect(inlineScripts(html).filter((script) => !hashes.has(hashOf(script)))).toEqual([]);
  const others = await Promise.all(
    ['/', '/scoreboard', '/docsx', '/api/openapi.json', '/health'].map((path) => send(path)),
  );
  expect(others.map((other) => directive(other, 'script-src'))).toEqual(
    others.map(() => "script-src 'self'"),
  );
  const withoutScripts = ({ headers }: Answer) =>
    String(headers['content-security-policy']).replace(/script-src [^;]*/, '');
  expect(withoutScripts(answer)).toBe(withoutScripts(await send('/')));
});

test('browsers keep files with hashed names for a year, and ask about pages each time', async () => {
  const [script = ''] = attributes(pages.get('/docs/') ?? '', 'src').filter((src) => src.endsWith('.js'));
  expect((await send(script)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const page = await send('/docs/run/install');
  expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-cache']);
});

test('a missing page is 404 with a page of the documents', async () => {
  for (const path of [
    '/docs/gone',
    '/docs/run/gone.html',
    '/docs/assets/gone-1234.js',
    '/docs/.built-from',
  ]) {
    const answer = await send(path);
    expect([path, answer.status, answer.headers['cache-control']]).toEqual([path, 404, 'no-store']);
    expect(answer.body).toBe(pages.get('/docs/404'));
    expect(directive(answer, 'script-src')).toContain('sha256-');
  }
});

test('the documents are only read', async () => {
  const head = await send('/docs/', { method: 'HEAD' });
  expect([head.status, head.body]).toEqual([200, '']);
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const answer = await send('/docs/', { method });
    expect([method, answer.status]).toEqual([method, 404]);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 'error' });
  }
});

test('serves no file outside the folder of the documents', async () => {
  for (const path of [
    '/docs/../package.json',
    '/docs/..%2fconfig.ts',
    '/docs/%2e%2e/config.ts',
    '/docs/%2e%2e%2fconfig.ts',
    '/docs/run/..%2f..%2f..%2fconfig.ts',
    '/docs/..%5cconfig.ts',
    '/docs//etc/passwd',
    '/docs/%00',
  ]) {
    const answer = await send(path);
    expect([path, answer.body.includes('defineConfig'), answer.body.includes('root:')]).toEqual([
      path,
      false,
      false,
    ]);
  }
});

test('/docs leads to /docs/', async () => {
  const answer = await send('/docs');
  expect([answer.status, answer.headers['location']]).toEqual([302, '/docs/']);
});

test('without DOCS, /docs is a page of the portal like any other unknown path', async () => {
  const [docs, unknown] = await Promise.all(
    ['/docs/', '/nowhere/'].map((path) => send(path, { to: portalWithoutDocs })),
  );
  expect(docs?.body).toBe(unknown?.body);
  expect(docs && directive(docs, 'script-src')).toBe("script-src 'self'");
});

test('a portal whose documents are not built refuses to start with DOCS', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'mailcall-docs-'));
  onTestFinished(() => rm(empty, { recursive: true }));
  await expect(startServer({ environment: { docsFolder: empty } })).rejects.toThrow(OperatorProblem);
});
