import { forEachInTurns } from '../../platform/in-turns.ts';
import { TaskThread } from '../../platform/task-thread.ts';
import type { Point } from './group-households.ts';
import type { SentZipPoints } from './zip-points-thread.ts';

let loading: Promise<ReadonlyMap<string, Point>> | undefined;

/**
 * Loads the points in the middle of US ZIP codes, by their five digits, in a thread: compiling them would block the process.
 * They are read with the first list, because most processes need none.
 */
export function loadZipPoints(): Promise<ReadonlyMap<string, Point>> {
  loading ??= readInThread().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function readInThread(): Promise<ReadonlyMap<string, Point>> {
  const thread = new TaskThread<null, SentZipPoints>(new URL('./zip-points-thread.ts', import.meta.url));
  const { zips, coordinates } = await thread.run(null);
  const points = new Map<string, Point>();
  await forEachInTurns(zips.split(' ').entries(), ([at, zip]) => {
    points.set(zip, { latitude: coordinates[2 * at] ?? 0, longitude: coordinates[2 * at + 1] ?? 0 });
  });
  return points;
}
