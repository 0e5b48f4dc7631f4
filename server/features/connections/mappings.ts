import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/** A mapping that is stored with a connection. */
export interface StoredMapping {
  /** From 1. */
  version: number;
  /** Its YAML. */
  text: string;
}

/** The mapping of a connection that applies, the newest; null when it has none. */
export async function currentMapping(database: Queryable, connection: string): Promise<StoredMapping | null> {
  const { rows } = await sql<StoredMapping>`
    select version, text from connection_mappings where connection = ${connection}
    order by version desc limit 1`.execute(database);
  return rows[0] ?? null;
}

/**
 * Stores a mapping as the newest version of a connection; one that is the same as the newest is not stored again.
 * @returns the version
 */
export async function storeMapping(
  transaction: Queryable,
  { connection, text }: { connection: string; text: string },
  now: Date,
): Promise<number> {
  // one after the other
  await sql`select 1 from connections where name = ${connection} for update`.execute(transaction);
  const before = await currentMapping(transaction, connection);
  if (before?.text === text) return before.version;
  const version = (before?.version ?? 0) + 1;
  await sql`
    insert into connection_mappings (connection, version, text, created_at)
    values (${connection}, ${version}, ${text}, ${now})`.execute(transaction);
  return version;
}
