import { sql } from 'kysely';
import type { Queryable } from '../database.ts';

/** The tables whose rows are not only on the machine that we are connected to; none in a database that is not distributed. */
export async function placedTables(database: Queryable): Promise<ReadonlySet<string>> {
  // an own statement: the table is known where the extension is
  const { rows: known } = await sql`
    select 1 from pg_class where relname = 'pg_dist_partition' and relnamespace = 'pg_catalog'::regnamespace`.execute(
    database,
  );
  if (known.length === 0) return new Set();
  const { rows } = await sql<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition`.execute(database);
  return new Set(rows.map(({ name }) => name));
}

/** Whether tables of a database are on several machines. */
export const isDistributed = async (database: Queryable): Promise<boolean> =>
  (await placedTables(database)).size > 0;
