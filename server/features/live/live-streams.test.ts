import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { openNotifications } from '../../platform/notifications.ts';
import { LiveStreams } from './live-streams.ts';

afterEach(() => void vi.useRealTimers());

/** A response whose client does not read, with bytes that wait for it. */
async function unreadResponse(): Promise<ServerResponse> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const requested = new Promise<ServerResponse>((done) =>
    server.once('request', (_request, response) => done(response)),
  );
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  onTestFinished(() => void client.destroy());
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const response = await requested;
  do {
    response.write(Buffer.alloc(16_384));
    await nextTurn();
  } while (response.writableLength === 0);
  return response;
}

test('a stream that has ended is cut at the next heartbeat when nobody takes its last bytes', async () => {
  const raw = await unreadResponse();
  const errors: Error[] = [];
  raw.on('error', (error) => errors.push(error));
  const log = createLog({ logLevel: 'silent' });
  const notifications = openNotifications(new pg.Pool(), log);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const streams = new LiveStreams(notifications);
  const mayReceive = async () => false;
  streams.add({ contactId: 'olga', accountIds: new Set(['own']), receivesDesigns: true, mayReceive }, raw);
  for (let beats = 0; beats < 4; beats += 1) vi.advanceTimersByTime(25_000);
  await nextTurn();
  expect([raw.writableEnded, raw.destroyed]).toEqual([true, false]);
  for (let beats = 0; beats < 2; beats += 1) {
    vi.advanceTimersByTime(25_000);
    await nextTurn();
  }
  expect(errors).toEqual([]);
  expect(raw.destroyed).toBe(true);
});
