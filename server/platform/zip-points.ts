import { forEachInTurns } from './in-turns.ts';
import { TaskThread } from './task-thread.ts';
import type { SentZipPoints, ZipPoint } from './zip-points-thread.ts';

let loading: Promise<ReadonlyMap<string, ZipPoint>> | undefined;

/** A thread reads them when first needed, because compiling them would block the process and most processes need none. */
export function loadZipPoints(): Promise<ReadonlyMap<string, ZipPoint>> {
  loading ??= readInThread().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function readInThread(): Promise<ReadonlyMap<string, ZipPoint>> {
  const thread = new TaskThread<null, SentZipPoints>(new URL('./zip-points-thread.ts', import.meta.url));
  const { zips, coordinates } = await thread.run(null);
  const points = new Map<string, ZipPoint>();
  await forEachInTurns(zips.split(' ').entries(), ([at, zip]) => {
    points.set(zip, { latitude: coordinates[2 * at] ?? 0, longitude: coordinates[2 * at + 1] ?? 0 });
  });
  return points;
}
