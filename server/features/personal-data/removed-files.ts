import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { noImportRuns, waitForImports } from '../../platform/import-lock.ts';

/** Call in the transaction that removes the last reference. */
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

/** Files per transaction, during which no import begins. */
const batch = 200;

/** Skips files with a row. Failed removals stay noted, also during imports, which may need a file; `waits` waits for them. */
export async function removeNotedFiles(
  { database, files }: Pick<Dependencies, 'database' | 'files'>,
  { waits = false }: { waits?: boolean } = {},
): Promise<{ removed: number; failed: number }> {
  const counts = { removed: 0, failed: 0 };
  for (let last: string | null = ''; last !== null; ) {
    const after: string = last;
    last = await database.transaction(async (transaction) => {
      if (waits) {
        await sql`set local statement_timeout = 0`.execute(transaction);
        await waitForImports(transaction);
      } else {
        const { rows } = await sql<{ free: boolean }>`select ${noImportRuns} as free`.execute(transaction);
        if (!rows[0]?.free) return null;
      }
      const { rows: noted } = await sql<{ key: string }>`
        select key from removed_files where key > ${after} order by key limit ${batch}`.execute(transaction);
      const keys = noted.map(({ key }) => key);
      const { rows: recordings } = await sql<{ key: string }>`
        select key from recordings where key = any(${keys}::text[])`.execute(transaction);
      const named = new Set(recordings.map(({ key }) => key));
      const gone = [...named];
      for (const key of keys.filter((one) => !named.has(one))) {
        if (await isRemoved(files, key)) gone.push(key);
        else counts.failed += 1;
      }
      counts.removed += gone.length - named.size;
      await sql`delete from removed_files where key = any(${gone}::text[])`.execute(transaction);
      return keys.at(-1) ?? null;
    });
  }
  return counts;
}

const isRemoved = (files: Dependencies['files'], key: string): Promise<boolean> =>
  files.remove(key).then(
    () => true,
    () => false,
  );
