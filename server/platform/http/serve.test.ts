import { route } from '@mailcall/contract/wire/route.ts';
import { flag, wholeNumber } from '@mailcall/contract/wire/query.ts';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createRouteServer, type Handler } from './serve.ts';
import { inEnvelope } from './server.ts';
import { notPossible, Problem } from './problems.ts';

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

test('a handler gets what the contract parsed, and the viewer', async () => {
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

test('errors in the query and the body are reported together, each under its field’s name', async () => {
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

test('a problem is answered with its message', async () => {
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
