import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { executeSql } from './execute-sql.ts';
import type { ImportRun } from './import-run.ts';

/** Copies a temporary table to the table of the same name on another connection; `where` and `onConflict` are SQL. */
export async function copyBetween(
  from: ImportRun,
  to: ImportRun,
  { table, where, onConflict }: { table: string; where?: string; onConflict?: string },
): Promise<void> {
  const target = onConflict === undefined ? table : 'pg_temp.copied_rows';
  if (onConflict !== undefined) {
    await executeSql(to.database, 'drop table if exists pg_temp.copied_rows');
    await executeSql(to.database, `create temp table copied_rows (like ${table})`);
  }
  const copied = where === undefined ? table : `(select * from ${table} where ${where})`;
  await pipeline(
    from.client.query(copyTo(`copy ${copied} to stdout`)),
    to.client.query(copyFrom(`copy ${target} from stdin`)),
  );
  if (onConflict === undefined) return;
  await executeSql(
    to.database,
    `insert into ${table} as known select * from ${target} on conflict ${onConflict}`,
  );
  await executeSql(to.database, 'drop table pg_temp.copied_rows');
}
