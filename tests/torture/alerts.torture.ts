import { expect, test } from 'vitest';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { cloneDatabase } from '../support/test-database.ts';
import { walkAlerts } from './alert-walk.ts';
import { killWorkers, sentAtOnce } from './killed-workers.ts';

test.each([1, 2, 3, 4])('misses no alert and repeats none in quarter %i of a year', async (quarter) => {
  const here = await cloneDatabase();
  const month = (number: number) => new Date(Date.UTC(2026, number, 1)).toISOString();
  const { written, expected, looks } = await walkAlerts(here.database, {
    seed: 10 + quarter,
    from: month(3 * quarter - 3),
    to: month(3 * quarter),
    meanStep: 20,
  });
  console.log(`${looks} looks, ${expected.length} messages`);
  expect(expected.length).toBeGreaterThan(1000);
  expect(written).toEqual(expected);
  await here.drop();
});

test('writes a thousand alerts once each and sends them, while two workers are killed at random', async () => {
  const here = await cloneDatabase();
  const sink = await startSmtpSink();
  const { kills, alerts, sent, received } = await killWorkers(here, sink, { receivers: 200, kills: 20 });
  await sink.close();
  expect([alerts, sent, received.size]).toEqual([1000, 1000, 1000]);
  const again = [...received.values()].reduce((sum, count) => sum + count - 1, 0);
  console.log(`${kills} killed, ${again} mails twice`);
  expect(again).toBeLessThanOrEqual(kills * sentAtOnce);
  await here.drop();
});
