import { createServer, request as requestOf } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { addPerson, testApp } from '../../../tests/support/test-app.ts';
import { buildApp } from '../../app.ts';
import { readEnvironment } from '../../platform/env.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import { createLog } from '../../platform/log.ts';
import { readProvider } from '../../provider.ts';
import { openOutbox } from './outbox.ts';
import { serveOutbox } from './outbox-page.ts';

const here = testApp();
beforeAll(() => addPerson(here.database, { id: 'ann', email: 'ann+<b>@people.test' }));

const ask = (
  headers: Record<string, string> = {},
  { remoteAddress = '127.0.0.1', url = '/outbox', cookie = `mailcall-outbox=${here.app.outboxKey}` } = {},
) => here.app.http.inject({ url, remoteAddress, headers: { host: 'localhost:3000', cookie, ...headers } });

test('whoever sits at this machine reads what was written', async () => {
  await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/passwordless/start',
    payload: { connection: 'email', email: 'ann+<b>@people.test' },
  });
  const answer = await ask();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.body).toContain('E-mail to ann+&lt;b&gt;@people.test');
  expect(answer.body).toMatch(/<a href="http:\/\/mailcall\.test\/magic\?email=[^"]+">/);
  expect(answer.body).toMatch(/Your code: \d{6}/);
});

test.each<[who: string, headers: Record<string, string>, peer?: string]>([
  ['another machine', {}, '192.0.2.7'],
  ['another machine over IPv6', {}, '2001:db8::7'],
  ['a name that points here', { host: 'portal.example.com' }],
  ['a name that only begins like ours', { host: 'localhost.example.com' }],
  ['a proxy', { 'x-forwarded-for': '127.0.0.1' }],
  ['a proxy that names the host', { 'x-forwarded-host': 'localhost' }],
  ['a standard proxy', { forwarded: 'for=127.0.0.1' }],
  ['a tunnel', { via: '1.1 tunnel' }],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
])('%s gets 404', async (_, headers, peer) => {
  const answer = await ask(headers, { ...(peer && { remoteAddress: peer }) });
  expect(answer.statusCode).toBe(404);
  expect(answer.body).not.toContain('ann');
  const link = await ask(headers, {
    ...(peer && { remoteAddress: peer }),
    url: `/outbox?key=${here.app.outboxKey}`,
    cookie: '',
  });
  expect(link.statusCode).toBe(404);
});

test('the link with the key leads to the page, by a cookie of the page alone', async () => {
  const link = await ask({}, { url: `/outbox?key=${here.app.outboxKey}`, cookie: '' });
  expect([link.statusCode, link.headers.location]).toEqual([303, '/outbox']);
  expect(link.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  const [cookie, ...attributes] = String(link.headers['set-cookie']).split('; ');
  expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=3600', 'Path=/outbox', 'SameSite=Strict']);
  expect((await ask({}, { cookie: cookie ?? '' })).statusCode).toBe(200);
});

test('two starts have two keys, of 256 random bits', async () => {
  const { app } = here;
  expect(app.outboxKey).toMatch(/^[\w-]{43}$/);
  const second = await buildApp({ ...here, log: createLog({ logLevel: 'silent' }) });
  expect(second.outboxKey).not.toBe(app.outboxKey);
  await second.http.close();
});

test.each<[what: string, parts: { url?: string; cookie?: string }]>([
  ['no key', {}],
  ['an empty key', { url: '/outbox?key=', cookie: 'mailcall-outbox=' }],
  ['another key', { url: `/outbox?key=${'A'.repeat(43)}`, cookie: `mailcall-outbox=${'A'.repeat(43)}` }],
  ['a list of keys', { url: '/outbox?key[]=a&key[]=b' }],
])('with %s there is nothing at this machine either', async (_, parts) => {
  const answer = await ask({}, { cookie: '', ...parts });
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([404, undefined]);
  expect(answer.body).not.toContain('ann');
});

test('the key is no part of the log', async () => {
  await ask({}, { url: `/outbox?key=${here.app.outboxKey}` });
  await ask();
  expect(here.logged.join('')).toContain('"route":"/outbox"');
  expect(here.logged.join('')).not.toContain(here.app.outboxKey);
});

test.each<[settings: string, environment: Record<string, string>]>([
  ['nothing', {}],
  ['PUBLIC_URL and TRUST_PROXY', { PUBLIC_URL: 'https://portal.example.com', TRUST_PROXY: 'on' }],
])('a proxy that names this machine as the host gets 404, with %s set', async (_, variables) => {
  const environment = readEnvironment({ ...variables, DATA_DIR: here.environment.dataFolder });
  const log = createLog({ logLevel: 'silent' });
  const { http, outboxKey } = await buildApp({ ...here, environment, log });
  const portal = new URL(await http.listen({ host: '127.0.0.1', port: 0 }));
  // what nginx sends for `proxy_pass http://127.0.0.1:PORT;` alone: its own Host, and no forwarding header
  const proxy = createServer((request, response) => {
    const passed = requestOf({
      port: portal.port,
      path: request.url,
      headers: { ...request.headers, host: portal.host },
    });
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  const { port } = proxy.address() as AddressInfo;
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/outbox`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('ann');
    const atMachine = await fetch(`${portal.origin}/outbox?key=${outboxKey}`, { redirect: 'manual' });
    expect(atMachine.status).toBe(303);
  } finally {
    await new Promise((closed) => proxy.close(closed));
    await http.close();
  }
});

test('with an outside database there is no such page', async () => {
  const http = await createHttpServer(createLog({ logLevel: 'silent' }), { trustProxy: false });
  const database = { ...here.database, embedded: false };
  const outbox = openOutbox({
    database,
    clock: here.clock,
    log: createLog({ logLevel: 'silent' }),
    environment: here.environment,
    provider: readProvider(here.environment),
  });
  serveOutbox(http, { database, outbox, key: 'key' });
  const answer = await http.inject({ url: '/outbox?key=key', headers: { host: 'localhost' } });
  expect(answer.statusCode).toBe(404);
  await http.close();
});

test.each(['::1', '::ffff:127.0.0.1', '127.0.0.2'])('this machine is also %s', async (peer) => {
  expect((await ask({ host: '[::1]:3000' }, { remoteAddress: peer })).statusCode).toBe(200);
});

test('a message that could not be sent says why, and that its text is forgotten; health warns', async () => {
  await here.database.pool.query(`
    insert into outbox (channel, recipient, subject, written_at, good_until, failed_at, given_up_at, failure)
    values ('email', 'late@people.test', 'Late', now(), now(), now(), now(), 'The <server> did not answer.')
  `);
  const { body } = await ask();
  expect(body).toMatch(/Given up at [^<]* UTC: The &lt;server&gt; did not answer\./);
  expect(body).toContain('Its text is forgotten');
  const health = await here.app.http.inject({ url: '/health' });
  expect(health.json()).toMatchObject({ warnings: ['A message could not be sent: npm run cli -- outbox'] });
});
