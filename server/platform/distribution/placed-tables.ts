import { sql } from 'kysely';
import type { Queryable } from '../database.ts';

/** Tables with rows on other machines; none in a database that is not distributed. */
export async function placedTables(database: Queryable): Promise<ReadonlySet<string>> {
  // a separate statement, because this table exists only with the extension
  const { rows: known } = await sql`
    select 1 from pg_class where relname = 'pg_dist_partition' and relnamespace = 'pg_catalog'::regnamespace`.execute(
    database,
  );
  if (known.length === 0) return new Set();
  const { rows } = await sql<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition`.execute(database);
  return new Set(rows.map(({ name }) => name));
}

export const isDistributed = async (database: Queryable): Promise<boolean> =>
  (await placedTables(database)).size > 0;
