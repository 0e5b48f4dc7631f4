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
beforeAll(() => addPerson(here.database, { id: 'ann', email: 'ann&b@people.test' }));

const send = (
  headers: Record<string, string> = {},
  { remoteAddress = '127.0.0.1', url = '/outbox', cookie = `mailcall-outbox=${here.app.outboxKey}` } = {},
) => here.app.http.inject({ url, remoteAddress, headers: { host: 'localhost:3000', cookie, ...headers } });

test('shows messages to a user at this machine', async () => {
  await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/passwordless/start',
    payload: { connection: 'email', email: 'ann&b@people.test' },
  });
  const answer = await send();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.body).toContain('Email to ann&amp;b@people.test');
  expect(answer.body).toMatch(/<a href="http:\/\/mailcall\.test\/magic\?email=[^"]+">/);
  expect(answer.body).toMatch(/Your code: \d{6}/);
  const frame = /<iframe [^>]*>/.exec(answer.body)?.[0] ?? '';
  expect(/sandbox="([^"]*)"/.exec(frame)?.[1]?.split(' ')).toEqual([
    'allow-popups',
    'allow-popups-to-escape-sandbox',
  ]);
  expect(frame).toContain(
    '&lt;head&gt;&lt;meta http-equiv=&quot;Content-Security-Policy&quot; content=&quot;default-src &#39;none&#39;;',
  );
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
])('answers 404 to %s', async (_, headers, peer) => {
  const answer = await send(headers, { ...(peer && { remoteAddress: peer }) });
  expect(answer.statusCode).toBe(404);
  expect(answer.body).not.toContain('ann');
  const link = await send(headers, {
    ...(peer && { remoteAddress: peer }),
    url: `/outbox?key=${here.app.outboxKey}`,
    cookie: '',
  });
  expect(link.statusCode).toBe(404);
});

test('exchanges the link’s key for a cookie of the page', async () => {
  const link = await send({}, { url: `/outbox?key=${here.app.outboxKey}`, cookie: '' });
  expect([link.statusCode, link.headers.location]).toEqual([303, '/outbox']);
  expect(link.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  const [cookie, ...attributes] = String(link.headers['set-cookie']).split('; ');
  expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=3600', 'Path=/outbox', 'SameSite=Strict']);
  expect((await send({}, { cookie: cookie ?? '' })).statusCode).toBe(200);
});

test('has a new key of 256 random bits at each start', async () => {
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
])('answers 404 at this machine with %s', async (_, parts) => {
  const answer = await send({}, { cookie: '', ...parts });
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([404, undefined]);
  expect(answer.body).not.toContain('ann');
});

test('does not log the key', async () => {
  await send({}, { url: `/outbox?key=${here.app.outboxKey}` });
  await send();
  expect(here.logged.join('')).toContain('"route":"/outbox"');
  expect(here.logged.join('')).not.toContain(here.app.outboxKey);
});

test.each<[settings: string, environment: Record<string, string>]>([
  ['nothing', {}],
  ['PUBLIC_URL and TRUST_PROXY', { PUBLIC_URL: 'https://portal.example.com', TRUST_PROXY: 'on' }],
])('answers 404 to a proxy that names this machine as the host, with %s set', async (_, variables) => {
  const environment = readEnvironment({ ...variables, DATA_DIR: here.environment.dataFolder });
  const log = createLog({ logLevel: 'silent' });
  const { http, outboxKey } = await buildApp({ ...here, environment, log });
  const portal = new URL(await http.listen({ host: '127.0.0.1', port: 0 }));
  // nginx's `proxy_pass http://127.0.0.1:PORT;` alone: its own Host and no forwarding header
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

test('answers 404 with an external database', async () => {
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
  expect((await send({ host: '[::1]:3000' }, { remoteAddress: peer })).statusCode).toBe(200);
});

test('shows why a message failed and that its text was deleted, and warns in health', async () => {
  await here.database.pool.query(`
    insert into outbox (channel, recipient, subject, written_at, expires_at, failed_at, abandoned_at, failure)
    values ('email', 'late@people.test', 'Late', now(), now(), now(), now(), 'The <server> did not answer.')
  `);
  const { body } = await send();
  expect(body).toMatch(/Given up at [^<]* UTC: The &lt;server&gt; did not answer\./);
  expect(body).toContain('Its text is forgotten');
  const health = await here.app.http.inject({ url: '/health' });
  expect(health.json()).toMatchObject({ warnings: ['A message could not be sent: npm run cli -- outbox'] });
});
