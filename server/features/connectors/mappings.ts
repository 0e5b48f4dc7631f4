import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

export interface StoredMapping {
  version: number;
  /** YAML; null for this release's ready mapping of the kind. */
  text: string | null;
}

/** The newest mapping; null for the ready one from the beginning. */
export async function currentMapping(database: Queryable, connection: string): Promise<StoredMapping | null> {
  const { rows } = await sql<StoredMapping>`
    select version, text from connection_mappings where connection = ${connection}
    order by version desc limit 1`.execute(database);
  return rows[0] ?? null;
}

export async function connectionsWithOwnMapping(database: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ connection: string }>`
    select connection from (
      select distinct on (connection) connection, text from connection_mappings order by connection, version desc
    ) newest where text is not null`.execute(database);
  return new Set(rows.map(({ connection }) => connection));
}

/** Null for the ready one. Does nothing for the newest one. Returns the version, 0 for the ready one from the beginning. */
export async function storeMapping(
  transaction: Queryable,
  { connection, text }: { connection: string; text: string | null },
  now: Date,
): Promise<number> {
  await sql`select 1 from connections where name = ${connection} for update`.execute(transaction);
  const before = await currentMapping(transaction, connection);
  if ((before?.text ?? null) === text) return before?.version ?? 0;
  const version = (before?.version ?? 0) + 1;
  await sql`
    insert into connection_mappings (connection, version, text, created_at)
    values (${connection}, ${version}, ${text}, ${now})`.execute(transaction);
  return version;
}
