import { expect, test } from 'vitest';
import { cloneDatabase } from '../support/test-database.ts';
import { killIngest } from './killed-ingest.ts';

test('loses and doubles none of ten thousand calls while server and worker are killed at random', async () => {
  const here = await cloneDatabase();
  const { calls, sent, added, repeated } = await killIngest(here, {
    calls: 9_500,
    reports: 500,
    batch: 50,
    kills: 25,
    seed: Date.now(),
  });
  console.log(`${repeated} requests repeated, ${added} rows reported as added`);
  expect(sent.size).toBe(10_000);
  expect([...calls.keys()].sort()).toEqual([...sent].sort());
  expect([...calls.values()].every((times) => times === 1)).toBe(true);
  await here.drop();
});
