import type { Pool } from 'pg';
import type { Queryable } from '../../platform/database.ts';
import { executeSql } from './execute-sql.ts';

const listed = new WeakMap<Pool, readonly string[]>();

/** PostgreSQL's spelling. A process asks once per database: listing reads hundreds of files, which takes longer than a small import. */
export async function zoneNames(pool: Pool, database: Queryable): Promise<readonly string[]> {
  const known = listed.get(pool);
  if (known) return known;
  const { rows } = await executeSql<{ name: string }>(database, 'select name from pg_timezone_names');
  const names = rows.map(({ name }) => name);
  listed.set(pool, names);
  return names;
}
