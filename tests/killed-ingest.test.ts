import { expect, test } from 'vitest';
import { cloneDatabase } from './support/test-database.ts';
import { killIngest } from './torture/killed-ingest.ts';

test('loses and doubles no call while server and worker are killed', async () => {
  const here = await cloneDatabase();
  const { calls, sent, repeated } = await killIngest(here, {
    calls: 600,
    reports: 20,
    batch: 10,
    kills: 2,
    seed: 7,
  });
  // the kills cut requests off
  expect(repeated).toBeGreaterThan(0);
  expect(sent.size).toBe(620);
  expect([...calls.keys()].sort()).toEqual([...sent].sort());
  expect([...calls.values()].every((times) => times === 1)).toBe(true);
  await here.drop();
});
