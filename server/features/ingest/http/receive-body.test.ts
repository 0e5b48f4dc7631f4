import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { HeldBodies, wholeBody } from './receive-body.ts';

const requestOf = (body: unknown, headers: Record<string, string> = {}) =>
  ({ body, headers }) as unknown as FastifyRequest;
const limits = { bytes: 10, time: 50 };

test('a body within its limits is read whole', async () => {
  const body = Readable.from([Buffer.from('12345'), Buffer.from('67890')]);
  expect((await wholeBody(requestOf(body), limits)).toString()).toBe('1234567890');
});

test('a body that does not end in time is cut off', async () => {
  async function* drops() {
    for (;;) {
      yield Buffer.from('1');
      await pause(20);
    }
  }
  const body = Readable.from(drops());
  await expect(wholeBody(requestOf(body), { bytes: 1000, time: 50 })).rejects.toMatchObject({
    statusCode: 408,
  });
  expect(body.destroyed).toBe(true);
});

test('a body that says or turns out to be too large is refused, and not read on', async () => {
  const unread = new Readable({ read: () => {} });
  const said = wholeBody(requestOf(unread, { 'content-length': '11' }), limits);
  await expect(said).rejects.toMatchObject({ statusCode: 413 });
  let read = 0;
  function* chunks() {
    for (;;) {
      read += 1;
      yield Buffer.alloc(4);
    }
  }
  const body = Readable.from(chunks(), { highWaterMark: 1 });
  await expect(wholeBody(requestOf(body), limits)).rejects.toMatchObject({ statusCode: 413 });
  expect(read).toBeLessThan(20);
});

test('a slow body is given up once others need its room, which they get', async () => {
  const bodies = new HeldBodies(20);
  const most = { bytes: 15, time: 5000 };
  const slow = new Readable({ read: () => {} });
  slow.push(Buffer.alloc(10));
  const waiting = bodies.hold(requestOf(slow), most, async () => 'slow');
  waiting.catch(() => undefined);
  const [begun, handled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const fast = bodies.hold(requestOf(Readable.from([Buffer.alloc(15)])), most, async (body) => {
    begun.resolve();
    await handled.promise;
    return body.length;
  });
  await expect(waiting).rejects.toMatchObject({ statusCode: 429 });
  await begun.promise;
  // a body that is being handled is kept
  const newest = bodies.hold(requestOf(Readable.from([Buffer.alloc(10)])), most, async () => 'newest');
  await expect(newest).rejects.toMatchObject({ statusCode: 429 });
  handled.resolve();
  expect(await fast).toBe(15);
  expect(await bodies.hold(requestOf(Readable.from([Buffer.alloc(15)])), most, async () => 'again')).toBe(
    'again',
  );
});
