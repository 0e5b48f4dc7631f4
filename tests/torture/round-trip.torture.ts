import { afterAll, expect, test } from 'vitest';
import { FeedFolders } from '../../server/features/ingest/feed-for-tests.ts';
import { importStory } from '../support/round-trip.ts';
import { testApp } from '../support/test-app.ts';
import { randomRoundTrip } from './random-round-trip.ts';

const worked = testApp();
const restored = testApp();
const folders = new FeedFolders();
afterAll(() => folders.remove());

test('a thousand random changes and their exports give another portal the same screens', async () => {
  await importStory(worked, folders);
  await importStory(restored, folders);
  for (let round = 0; round < 4; round += 1) {
    const seed = Number(process.env['SEED'] ?? Date.now()) + round;
    console.log(`seed ${seed}`);
    const trip = await randomRoundTrip({ worked, restored }, folders, { steps: 250, seed });
    console.log(`${trip.exports} exports`, Object.fromEntries(trip.done));
    expect(trip.rejected).toBe(0);
    expect(trip.restored).toEqual(trip.worked);
    expect(trip.changedAgain).toBe(0);
  }
});
