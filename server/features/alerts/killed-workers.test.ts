import { expect, test } from 'vitest';
import { killWorkers, sentAtOnce } from '../../../tests/torture/killed-workers.ts';
import { startSmtpSink } from '../../../tests/support/smtp-sink.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';

const here = testDatabase();

test('writes and sends every alert once while two workers are killed at random', async () => {
  const sink = await startSmtpSink();
  const { kills, alerts, sent, received } = await killWorkers(here, sink, { receivers: 12, kills: 2 });
  await sink.close();
  expect([alerts, sent, received.size]).toEqual([60, 60, 60]);
  // a killed worker's message comes twice with the same Message-ID
  const again = [...received.values()].reduce((sum, count) => sum + count - 1, 0);
  expect(again).toBeLessThanOrEqual(kills * sentAtOnce);
});
