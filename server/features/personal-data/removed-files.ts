import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';

/** Notes files that no row names any more, in the transaction that removes the last name of them. */
export async function noteRemovedFiles(
  transaction: Queryable,
  keys: readonly string[],
  now: Date,
): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    insert into removed_files (key, noted_at) select distinct key, ${now}::timestamptz from unnest(${[...keys]}::text[]) key
    on conflict do nothing`.execute(transaction);
}

/**
 * Removes the noted files from the file store, except for those that a row names again. A process that was killed before leaves
 * them noted, and so does a file that cannot be removed: the next run tries again.
 * @returns how many files were removed, and how many could not be
 */
export async function removeNotedFiles({
  database: { kysely },
  files,
}: Pick<Dependencies, 'database' | 'files'>): Promise<{ removed: number; failed: number }> {
  const { rows: noted } = await sql<{ key: string }>`select key from removed_files order by key`.execute(
    kysely,
  );
  const keys = noted.map(({ key }) => key);
  const { rows: recordings } = await sql<{ key: string }>`
    select key from recordings where key = any(${keys}::text[])`.execute(kysely);
  const named = new Set(recordings.map(({ key }) => key));
  let [removed, failed] = [0, 0];
  for (const key of keys) {
    const isRemoved =
      named.has(key) ||
      (await files.remove(key).then(
        () => true,
        () => false,
      ));
    if (!isRemoved) {
      failed += 1;
      continue;
    }
    if (!named.has(key)) removed += 1;
    await sql`delete from removed_files where key = ${key}`.execute(kysely);
  }
  return { removed, failed };
}
