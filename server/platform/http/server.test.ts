import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { afterEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { createLog } from '../log.ts';
import { clientLeft } from './client-left.ts';
import { notFound } from './problems.ts';
import { queryOf } from './request-query.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { z } from 'zod';
import { createHttpServer, listen } from './server.ts';

const here = testDatabase();

type Server = Awaited<ReturnType<typeof createHttpServer>>;
const open: Server[] = [];
afterEach(() => Promise.all(open.splice(0).map((app) => app.close())));

const logged: string[] = [];

async function server(options: Partial<Parameters<typeof createHttpServer>[1]> = {}): Promise<Server> {
  logged.length = 0;
  const log = createLog({ logLevel: 'trace' }, { write: (line) => void logged.push(line) });
  const app = await createHttpServer(log, { trustProxy: false, ...options });
  app.get('/address', (request, reply) => reply.send({ address: request.ip }));
  app.get('/query', { config: { checksToken: true } }, (request, reply) => reply.send(queryOf(request)));
  app.post('/body', (request, reply) => reply.send(request.body));
  app.get('/broken', () => {
    throw new Error('select secret from /srv');
  });
  app.get('/database', () => here.database.pool.query(`select 'hunter2'::int`));
  app.get('/slow', () =>
    here.database.transaction(async (transaction) => {
      await sql`set local statement_timeout = 10`.execute(transaction);
      await sql`select pg_sleep(60)`.execute(transaction);
    }),
  );
  app.get('/deadlock', () =>
    here.database.pool.query(
      `do $$ begin raise exception 'in the way' using errcode = 'deadlock_detected'; end $$`,
    ),
  );
  app.get('/full', () => {
    throw Object.assign(new Error('write /srv/files'), { code: 'ENOSPC' });
  });
  app.get('/full-database', () =>
    here.database.pool.query(`do $$ begin raise exception 'no room' using errcode = 'disk_full'; end $$`),
  );
  app.get('/schema', () =>
    z.object({ colour: z.literal('red') }).parse({ colour: 'blue', hunter2: 'hunter2' }),
  );
  app.get('/kept', (_request, reply) => {
    reply.headers({ 'cache-control': 'public, max-age=60', etag: 'W/"kept"' });
    throw notFound();
  });
  open.push(app);
  return app;
}

test.each([
  ['headers', 'GET /address HTTP/1.1\r\nHost: a\r\nX-Slow: '],
  ['body', 'POST /body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'],
])('a client that does not end its %s is answered 408, and its connection closed', async (_, beginning) => {
  const app = await server({ timeouts: { headers: 100, whole: 200, rest: 100, checkEvery: 50 } });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(beginning);
  expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test('cuts off a client that keeps sending after its response', async () => {
  const app = await server({ timeouts: { headers: 60_000, whole: 60_000, rest: 100, checkEvery: 50 } });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Type: text/csv\r\nContent-Length: 9\r\n\r\n1');
  expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 404 /);
});

test('closes the connection of a client that does not read its response', async () => {
  const app = await server({ readers: { rate: 1024 ** 3, grace: 0, checkEvery: 10 } });
  const answer = Promise.withResolvers<ServerResponse>();
  app.get('/large', (_request, reply) => {
    answer.resolve(reply.raw);
    return reply.send(Buffer.alloc(64 * 1024 * 1024));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.on('error', () => {});
  socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
  const sent = await answer.promise;
  await once(sent, 'close');
  expect(sent.writableFinished).toBe(false);
  socket.destroy();
});

test('does not treat a client that leaves early as a server error', async () => {
  const app = await server();
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.get('/counted', async (_request, reply) => {
    const left = clientLeft(reply);
    begun.resolve();
    await once(left, 'abort');
    left.throwIfAborted();
  });
  app.addHook('onSend', async () => ended.resolve());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET /counted HTTP/1.1\r\nHost: a\r\n\r\n');
  await begun.promise;
  socket.destroy();
  await ended.promise;
  expect(logged.filter((line) => line.includes('request failed'))).toEqual([]);
});

test('receives a query with ten thousand accounts over real HTTP', async () => {
  const app = await server();
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const accountIds = Array.from({ length: 10_000 }, (_, index) => `provider-account-${index}`);
  const answer = await fetch(
    `${origin}/query?${encodeQuery({ accountIds, filters: { startDate: '2018-01-01' } })}`,
    { headers: { authorization: 'Bearer token' } },
  );
  expect(await answer.json()).toEqual({ accountIds, filters: { startDate: '2018-01-01' } });
});

test('ignores X-Forwarded-For without a proxy', async () => {
  const answer = await (await server()).inject({
    url: '/address',
    headers: { 'x-forwarded-for': '203.0.113.9' },
  });
  expect(answer.json()).toEqual({ address: '127.0.0.1' });
});

test('uses the address added by the proxy, not the one claimed by the client', async () => {
  const app = await server({ trustProxy: true });
  const answer = await app.inject({
    url: '/address',
    headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' },
  });
  expect(answer.json()).toEqual({ address: '203.0.113.9' });
});

test('reveals nothing internal in an unexpected error', async () => {
  const answer = await (await server()).inject({ url: '/broken' });
  expect([answer.statusCode, answer.json()]).toEqual([
    500,
    { status: 'error', message: 'An error has occurred', data: null },
  ]);
});

test.each([
  ['/broken', { type: 'Error', message: 'select secret from /srv' }],
  ['/database', { type: 'error', code: '22P02' }],
  ['/schema', { type: 'ZodError' }],
])('an unexpected error is logged with its kind and location, and no value: %s', async (url, err) => {
  const answer = await (await server()).inject({ url });
  expect(answer.statusCode).toBe(500);
  const [line] = logged.filter((text) => text.includes('request failed'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ err, route: url });
  expect(line).toMatch(/"stack":"\s+at /);
  expect(logged.join('')).not.toContain('hunter2');
});

test('answers a slow statement with a readable message', async () => {
  const answer = await (await server()).inject({ url: '/slow' });
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    {
      status: 'error',
      message: 'This took too long. Ask for less at once, or try again in a moment.',
      data: null,
    },
  ]);
});

test.each(['/full', '/full-database'])('says what to do if a disk is full (%s)', async (url) => {
  const answer = await (await server()).inject({ url });
  expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
    503,
    '30',
    {
      status: 'error',
      message: 'The portal has run out of storage space. Please contact support, and try again later.',
      data: null,
    },
  ]);
  expect(logged.join('')).toContain('there is no room on a disk');
});

test('lets a request retry after its transaction lost a deadlock', async () => {
  const answer = await (await server()).inject({ url: '/deadlock' });
  expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
    503,
    '5',
    {
      status: 'error',
      message: 'Someone else saved a change at the same moment. Your change was not saved; please try again.',
      data: null,
    },
  ]);
});

test.each([
  ['/broken', 500],
  ['/kept', 404],
  ['/nowhere', 404],
  ['/%zz', 400],
])('an answer other than success is not cached: %s', async (url, status) => {
  const answer = await (await server()).inject({ url });
  const { 'cache-control': cached, etag } = answer.headers;
  expect([answer.statusCode, cached, etag]).toEqual([status, 'no-store', undefined]);
});

test('logs responses but not the start of listening', async () => {
  const app = await server();
  await listen(app, { host: '127.0.0.1', port: 0 });
  expect(logged).toEqual([]);
  await app.inject({ url: '/address' });
  expect(logged.join('')).toContain('answered');
});

test.each([
  ['broken JSON', '{"a":', 'application/json', 400, 'The request could not be read.'],
  ['another kind of body', '<a/>', 'text/xml', 415, 'Send JSON or a form.'],
  [
    'a body of more than a megabyte',
    JSON.stringify('a'.repeat(1024 * 1024)),
    'application/json',
    413,
    'The request is too large.',
  ],
])('%s is a fail in the envelope', async (_, payload, type, status, message) => {
  const answer = await (await server()).inject({
    method: 'POST',
    url: '/body',
    payload,
    headers: { 'content-type': type },
  });
  expect([answer.statusCode, answer.json()]).toEqual([
    status,
    { status: 'fail', message, data: { request: message } },
  ]);
});
