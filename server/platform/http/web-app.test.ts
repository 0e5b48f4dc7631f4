import { publicProviderSchema, webConfigSchema } from '@mailcall/contract/provider.ts';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { testApp } from '../../../tests/support/test-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'mailcall-web-'));
beforeAll(async () => {
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Mailcall</title>');
  await mkdir(join(folder, 'first-paint'));
  await writeFile(
    join(folder, 'first-paint', 'scoreboard.html'),
    '<!doctype html><title>Mailcall</title><h1>Scoreboard</h1>',
  );
  await mkdir(join(folder, 'first-paint', 'without-referral'));
  for (const [file, offer] of [
    ['login.html', 'Refer a friend'],
    ['without-referral/login.html', 'nothing'],
  ] as const)
    await writeFile(
      join(folder, 'first-paint', file),
      `<!doctype html><title>Mailcall</title><p>${offer}</p>`,
    );
  await writeFile(join(folder, 'assets', 'main-4f3a.js'), 'export {};');
  await writeFile(join(folder, 'assets', 'shared-7b1d.js'), 'export const shared = 1;');
  await writeFile(join(folder, 'assets', 'shared-7b1d.js.br'), 'as br');
  await writeFile(join(folder, 'assets', 'shared-7b1d.js.gz'), 'as gzip');
  await writeFile(
    join(folder, 'page-files.json'),
    JSON.stringify({ '/scoreboard': ['/assets/board-5c2e.js', '/assets/board-5c2e.css'] }),
  );
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, '.secret'), 'hidden');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// the server reads the build's list at start
const here = testApp({ MAILCALL_WEB: folder });
let warningsRead = 0;
const mapped = testApp(
  { MAP_STYLE: 'https://maps.test/style.json', MAP_ORIGINS: 'https://tiles.test' },
  {
    warnings: async () => {
      warningsRead += 1;
      return ['Look at this.'];
    },
    warningsLifetime: 60_000,
  },
);

const get = (url: string) => here.app.http.inject({ url });

test.each(['/', '/scoreboard', '/scoreboard/call-1.5', '/setup?email=a&code=b', '/apis'])(
  'opens the web app at %s',
  async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.body).toContain('<title>Mailcall</title>');
  },
);

test('paints no referral offer on the login if the provider has none', async () => {
  const answer = await get('/login');
  expect(answer.body).toContain('<p>nothing</p>');
  expect((await get('/web-config.json')).json()).toMatchObject({ provider: { referral: null } });
});

test.each([
  ['/scoreboard', true],
  ['/scoreboard?accounts=a&range=all', true],
  ['/scoreboard?tab=overview', true],
  ['/scoreboard?range=all&tab=front-desk', false],
  ['/scoreboard/call-1.5', false],
  ['/first-paint/gone', false],
])('%s shows its first paint: %s', async (url, shown) => {
  const answer = await get(url);
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(answer.body.includes('<h1>Scoreboard</h1>')).toBe(shown);
});

test("stays within Node's listener limit on a page", async () => {
  const warned: Error[] = [];
  const warn = (warning: Error) => void warned.push(warning);
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  expect((await get('/scoreboard/call-1.5')).statusCode).toBe(200);
  expect(warned).toEqual([]);
});

test('opens a page at a URL of any length', async () => {
  for (const path of ['/', '/scoreboard']) {
    const answer = await get(`${path}?accounts=${'account-1,'.repeat(5000)}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  }
});

test.each<[string, string | undefined]>([
  [
    '/scoreboard?range=all',
    '</assets/board-5c2e.js>; rel=modulepreload; fetchpriority=low, ' +
      '</assets/board-5c2e.css>; rel=preload; as=style; crossorigin; fetchpriority=low',
  ],
  ['/scoreboard/call-1.5', undefined],
  ['/login', undefined],
  ['/', undefined],
])('%s names the files that the page loads next', async (url, link) => {
  const answer = await get(url);
  expect([answer.statusCode, answer.headers['link']]).toEqual([200, link]);
});

test('caches files with hashed names for a year', async () => {
  const answer = await get('/assets/main-4f3a.js');
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(answer.headers['content-type']).toContain('javascript');
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
});

test('sends the policy for browser features with pages, not with files that have hashed names', async () => {
  expect((await get('/')).headers).toHaveProperty('permissions-policy');
  expect((await get('/assets/main-4f3a.js')).headers).not.toHaveProperty('permissions-policy');
});

test('sends compressed files to browsers that accept them', async () => {
  const url = '/assets/shared-7b1d.js';
  const request = (method: 'GET' | 'HEAD', encoding: string) =>
    here.app.http.inject({ method, url, headers: { 'accept-encoding': encoding } });
  for (const [encoding, accepted] of [
    ['br', 'gzip, deflate, br, zstd'],
    ['gzip', 'gzip, deflate'],
  ] as const) {
    const answer = await request('GET', accepted);
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': expect.stringContaining('javascript') as string,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i) as string,
    });
    expect(answer.body).toBe(`as ${encoding}`);
    const head = await request('HEAD', accepted);
    expect([head.headers['content-encoding'], head.headers['etag'], head.body]).toEqual([
      encoding,
      answer.headers['etag'],
      '',
    ]);
  }
  const whole = await request('GET', 'identity');
  expect(whole.headers).not.toHaveProperty('content-encoding');
  expect(whole.body).toBe('export const shared = 1;');
});

test.each(['/api/data/nowhere', '/api', '/api/', '/assets/gone-1234.js'])(
  'answers %s with 404 in the envelope',
  async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { status: 'error', message: 'There is nothing here.', data: null },
    ]);
  },
);

test('answers an unreadable URL with 400 in the envelope', async () => {
  const answer = await get('/api/%zz');
  expect([answer.statusCode, answer.json<{ status: string }>().status]).toEqual([400, 'fail']);
});

test('serves neither hidden files nor files outside the folder', async () => {
  for (const url of [
    '/.secret',
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/assets/..%2f..%2fpackage.json',
  ]) {
    const answer = await get(url);
    expect(answer.body).not.toContain('hidden');
    expect(answer.body).not.toContain('"name"');
  }
});

test("answers a write to a page's URL with 404", async () => {
  expect((await here.app.http.inject({ method: 'POST', url: '/scoreboard' })).statusCode).toBe(404);
});

test('gives the web app current service addresses and provider on each request', async () => {
  const answer = await get('/web-config.json');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(webConfigSchema.parse(answer.json())).toEqual({
    services: { identity: '/api/identity', data: '/api/data', maps: '/api/maps' },
    provider: publicProviderSchema.parse({}),
    days: 'utc',
    map: { style: null, tiles: null, attribution: null },
    signIn: {
      issuer: '/api/identity',
      clientId: 'mailcall-web',
      audience: 'mailcall',
      idleTime: 1800,
      passkeyOrigin: null,
    },
  });
});

test('forbids inline scripts, foreign origins and frames', async () => {
  const { headers } = await get('/');
  const policy = String(headers['content-security-policy']);
  const directives = new Map(
    policy.split(';').map((directive) => [directive.split(' ')[0], directive] as const),
  );
  expect(directives.get('script-src')).toBe("script-src 'self'");
  expect(directives.get('default-src')).toBe("default-src 'none'");
  expect(directives.get('connect-src')).toBe("connect-src 'self'");
  expect(directives.get('worker-src')).toBe("worker-src 'self' blob:");
  expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:|unsafe-eval/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['x-frame-options']).toBe('DENY');
  const permissions = String(headers['permissions-policy']).split(', ');
  for (const kept of [
    'publickey-credentials-get',
    'publickey-credentials-create',
    'clipboard-write',
    'fullscreen',
  ])
    expect(permissions).toContain(`${kept}=(self)`);
  for (const off of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
    expect(permissions).toContain(`${off}=()`);
  expect(headers).not.toHaveProperty('strict-transport-security');
});

test('announces the operator’s map style and allows its origin except for scripts', async () => {
  const config = await mapped.app.http.inject({ url: '/web-config.json' });
  expect(config.json()).toMatchObject({ map: { style: 'https://maps.test/style.json' } });
  const policy = String(config.headers['content-security-policy']);
  expect(policy).toContain("connect-src 'self' https://maps.test https://tiles.test;");
  expect(policy).toContain("script-src 'self';");
});

test('reports in health that the database is reachable', async () => {
  const answer = await get('/health');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    status: 'ok',
    release: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    database: 'reachable',
    readModel: 'off',
    warnings: [],
  });
});

test('distinguishes a busy database from one of another release in readiness', async () => {
  const ready = async () => (await get('/health/ready')).json<{ status: string; problem?: string }>();
  expect(await ready()).toEqual({ status: 'ready' });
  const { pool } = here.database;
  const problemAfter = async (change: string) => {
    await pool.query(change);
    return (await ready()).problem;
  };
  const newer = 'The database is of another release.';
  expect(await problemAfter(`insert into migrations values ('9999_newer.sql', 'x')`)).toBe(newer);
  const unmigrated = `delete from migrations where name > '0050'`;
  expect(await problemAfter(unmigrated)).toBe('The database is not migrated to this release.');
  const renamed = 'alter table migrations rename to other_migrations';
  expect(await problemAfter(renamed)).toBe('The migrations of the database cannot be read.');
  await pool.query('alter table other_migrations rename to migrations');
  const client = await pool.connect();
  await client.query('begin; lock table migrations');
  expect((await ready()).problem).toBe('The database is too busy.');
  await client.query('rollback');
  client.release();
});

test('reads health warnings once for all requests within a moment', async () => {
  const ask = async () => (await mapped.app.http.inject('/health')).json<{ warnings: string[] }>().warnings;
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect([...answers, await ask()]).toEqual(Array.from({ length: 4 }, () => ['Look at this.']));
  expect(warningsRead).toBe(1);
});
