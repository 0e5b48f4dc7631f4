import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { route } from '@mailcall/contract/wire/route.ts';
import { flag, wholeNumber } from '@mailcall/contract/wire/query.ts';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log.ts';
import { createRouteServer, type Handler } from './serve.ts';
import { createHttpServer, inEnvelope } from './server.ts';
import { StreamedRecords } from './streamed-records.ts';
import { notPossible, notSignedIn, Problem } from './problems.ts';

const change = route({
  service: 'data',
  method: 'POST',
  path: '/things/:id',
  access: 'full',
  summary: 'Changes a thing.',
  params: z.object({ id: z.string() }),
  query: z.object({ loud: flag.optional(), page: wholeNumber(1, 9).default(1) }),
  body: z.strictObject({ name: z.string(), nested: z.object({ count: z.int() }).optional() }),
  reply: z.object({ name: z.string() }),
});

type Change = Handler<typeof change, { id: string }>;

async function ask(handler: Change, request: { url?: string; payload?: object } = {}) {
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) =>
    error instanceof Problem
      ? reply.status(error.statusCode).send(inEnvelope(error))
      : reply.status(500).send({ message: (error as Error).message }),
  );
  const routes = createRouteServer<{ id: string }>(app, {
    identify: async () => ({ id: 'viewer' }),
    personOf: ({ id }) => id,
    checkReplies: true,
  });
  routes.serve(change, handler);
  const answer = await app.inject({
    method: 'POST',
    url: request.url ?? '/api/data/things/7?loud=1',
    payload: request.payload ?? { name: 'One' },
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<unknown>() };
}

test('gives a handler the parsed request and the viewer', async () => {
  const { status, headers, body } = await ask(async ({ params, query, body: asked, viewer }) => {
    expect([params, query, asked, viewer]).toEqual([
      { id: '7' },
      { loud: true, page: 1 },
      { name: 'One' },
      { id: 'viewer' },
    ]);
    return { name: asked.name };
  });
  expect([status, body]).toEqual([200, { status: 'success', data: { name: 'One' } }]);
  expect(headers['cache-control']).toBe('no-store');
});

test('changes nothing if the session ends while the body arrives', async () => {
  const app = await createHttpServer(createLog({ logLevel: 'silent' }), { trustProxy: false });
  onTestFinished(() => app.close());
  let hasEnded = false;
  const identified = Promise.withResolvers<void>();
  const identify = async () => {
    if (hasEnded) throw notSignedIn();
    identified.resolve();
    return { id: 'viewer' };
  };
  createRouteServer<{ id: string }>(app, { identify, personOf: ({ id }) => id, checkReplies: true }).serve(
    change,
    async ({ body }) => body,
  );
  const payload = new PassThrough();
  payload.write('{"name":');
  const answer = app.inject({
    method: 'POST',
    url: '/api/data/things/7',
    headers: { 'content-type': 'application/json' },
    payload,
  });
  await identified.promise;
  hasEnded = true;
  payload.end('"One"}');
  expect((await answer).statusCode).toBe(401);
});

test('identifies the sender once if the body arrives at once', async () => {
  const app = await createHttpServer(createLog({ logLevel: 'silent' }), { trustProxy: false });
  onTestFinished(() => app.close());
  let times = 0;
  const identify = async () => {
    times += 1;
    await nextTurn();
    return { id: 'viewer' };
  };
  createRouteServer<{ id: string }>(app, { identify, personOf: ({ id }) => id, checkReplies: true }).serve(
    change,
    async ({ body }) => body,
  );
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(`${origin}/api/data/things/7`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'One' }),
  });
  expect([answer.status, times]).toEqual([200, 1]);
});

test("reports query and body errors together under each field's name", async () => {
  const { status, body } = await ask(async () => ({ name: '' }), {
    url: '/api/data/things/7?loud=perhaps&page=0',
    payload: { nested: { count: 'many' }, extra: 1 },
  });
  expect([status, body]).toMatchObject([400, { status: 'fail', message: 'The request is not valid.' }]);
  expect(Object.keys((body as { data: object }).data).sort()).toEqual([
    'extra',
    'loud',
    'name',
    'nested.count',
    'page',
  ]);
});

test('answers a problem with its message', async () => {
  const { status, body } = await ask(async () => {
    throw notPossible('Somebody else did it.');
  });
  expect([status, body]).toEqual([422, { status: 'error', message: 'Somebody else did it.', data: null }]);
});

test.each<[string, unknown, RegExp]>([
  ['too much', { name: 'One', secret: 'x' }, /holds more than the contract says/],
  ['too little', {}, /name/],
])('an answer that is %s does not leave', async (_, answer, message) => {
  const { status, body } = await ask((async () => answer) as unknown as Change);
  expect(status).toBe(500);
  expect((body as { message: string }).message).toMatch(message);
});

const things = route({
  service: 'data',
  method: 'GET',
  path: '/things',
  access: 'full',
  summary: 'Lists things.',
  reply: z.object({ name: z.string(), records: z.array(z.int()) }),
});

async function whileStreaming(batches: AsyncIterable<number[]>, use: (url: string) => Promise<void>) {
  const app = await createHttpServer(createLog({ logLevel: 'silent' }), { trustProxy: false });
  const routes = createRouteServer<null>(app, {
    identify: async () => null,
    personOf: () => 'nobody',
    checkReplies: true,
  });
  routes.serve(things, async () => new StreamedRecords({ name: 'All' }, batches));
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  await use(`${base}/api/data/things`).finally(() => app.close());
}

test.each<[batches: number[][], records: number[]]>([
  [
    [[1, 2], [], [3]],
    [1, 2, 3],
  ],
  [[], []],
])('streams the batches %j of a list in the envelope', async (batches, records) => {
  async function* read() {
    yield* batches;
  }
  await whileStreaming(read(), async (url) => {
    const answer = await fetch(url);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({ status: 'success', data: { name: 'All', records } });
  });
});

test('answers an error before the first batch of a stream and breaks the connection later', async () => {
  async function* failing() {
    yield await Promise.reject<number[]>(notPossible('Somebody else did it.'));
  }
  await whileStreaming(failing(), async (url) => expect((await fetch(url)).status).toBe(422));

  const received = Promise.withResolvers<void>();
  async function* breaking() {
    yield [1];
    await received.promise;
    throw new Error('The list has changed.');
  }
  await whileStreaming(breaking(), async (url) => {
    const { body } = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    const reader = body?.getReader();
    await reader?.read();
    received.resolve();
    const rest = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(rest()).rejects.toThrow('terminated');
  });
});
