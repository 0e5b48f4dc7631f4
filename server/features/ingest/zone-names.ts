import type { Pool } from 'pg';
import type { Queryable } from '../../platform/database.ts';
import { executeSql } from './execute-sql.ts';

const listed = new WeakMap<Pool, readonly string[]>();

/**
 * The time zones that PostgreSQL knows, under their very names. It reads hundreds of files to list them, which takes
 * longer than all else of a small import: a process asks once for each database.
 */
export async function zoneNames(pool: Pool, database: Queryable): Promise<readonly string[]> {
  const known = listed.get(pool);
  if (known) return known;
  const { rows } = await executeSql<{ name: string }>(database, 'select name from pg_timezone_names');
  const names = rows.map(({ name }) => name);
  listed.set(pool, names);
  return names;
}
