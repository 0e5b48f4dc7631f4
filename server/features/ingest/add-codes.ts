import type { ImportRun } from './import-run.ts';

/** In a batch of its own. */
export async function addCodes(
  run: ImportRun,
  newValues: readonly [dimension: string, value: string][],
): Promise<void> {
  const byDimension = Map.groupBy(newValues, ([dimension]) => dimension);
  const added = await run.batch(async () => {
    const known: (() => void)[] = [];
    for (const [dimension, values] of [...byDimension].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const distinct = [...new Set(values.map(([, value]) => value))];
      known.push(await run.codes.add(run.database, dimension, distinct));
    }
    return known;
  });
  for (const makeKnown of added) makeKnown();
}
