import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { unreadResponse } from '../../../tests/support/unread-response.ts';
import { createLog } from '../../platform/log.ts';
import { openNotifications } from '../../platform/notifications.ts';
import { SharedReads } from '../../platform/shared-reads.ts';
import { sessionEndedChannel } from '../identity/index.ts';
import { LiveStreams } from './live-streams.ts';

afterEach(() => void vi.useRealTimers());

test('cuts an ended stream at the next heartbeat if its last bytes stay unread', async () => {
  const { response: raw } = await unreadResponse();
  const errors: Error[] = [];
  raw.on('error', (error) => errors.push(error));
  const log = createLog({ logLevel: 'silent' });
  const notifications = openNotifications(new pg.Pool(), log);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const streams = new LiveStreams(notifications, { sessionEndedChannel });
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

test('checks a person’s streams together, with one read per session', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const streams = new LiveStreams(openNotifications(new pg.Pool(), createLog({ logLevel: 'silent' })), {
    sessionEndedChannel,
  });
  const shared = new SharedReads<boolean>();
  const reads: string[] = [];
  const everybody = ['olga', 'pat', 'kim', 'lee', 'ann', 'max'];
  const responses = Array.from({ length: 30 }, () => new ServerResponse(new IncomingMessage(new Socket())));
  for (const [index, raw] of responses.entries()) {
    const contactId = everybody[index % everybody.length] as string;
    const mayReceive = () =>
      shared.read(contactId, async () => {
        reads.push(contactId);
        return true;
      });
    streams.add({ contactId, accountIds: new Set(['own']), receivesDesigns: true, mayReceive }, raw);
  }
  const writtenTo = () => responses.map(({ writableLength }) => writableLength);
  for (let beats = 0; beats < 4; beats += 1) vi.advanceTimersByTime(25_000);
  const before = writtenTo();
  while (writtenTo().some((length, index) => length === before[index])) await nextTurn();
  expect(reads).toEqual(everybody);
  for (const raw of responses) raw.destroy();
});
