import { beforeAll, expect, test } from 'vitest';
import { addPerson, testApp } from '../../../tests/support/test-app.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import { createLog } from '../../platform/log.ts';
import { readProvider } from '../../provider.ts';
import { openOutbox } from './outbox.ts';
import { serveOutbox } from './outbox-page.ts';

const here = testApp();
beforeAll(() => addPerson(here.database, { id: 'ann', email: 'ann+<b>@people.test' }));

const ask = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  here.app.http.inject({ url: '/outbox', remoteAddress, headers: { host: 'localhost:3000', ...headers } });

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
  const answer = await ask(headers, peer);
  expect(answer.statusCode).toBe(404);
  expect(answer.body).not.toContain('ann');
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
  serveOutbox(http, { database, outbox });
  const answer = await http.inject({ url: '/outbox', headers: { host: 'localhost' } });
  expect(answer.statusCode).toBe(404);
  await http.close();
});

test.each(['::1', '::ffff:127.0.0.1', '127.0.0.2'])('this machine is also %s', async (peer) => {
  expect((await ask({ host: '[::1]:3000' }, peer)).statusCode).toBe(200);
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
