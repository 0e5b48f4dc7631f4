import type { Version } from '@mailcall/contract/operate.ts';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { release } from '../../platform/env.ts';

export async function readVersion({
  kysely,
  embedded,
}: Pick<Database, 'kysely' | 'embedded'>): Promise<Version> {
  const { rows } = await sql<{ migration: string; migratedAt: Date; server: string; databaseId: string }>`
    select name as migration, applied_at as "migratedAt", current_setting('server_version') as server,
      (select database_id from portal_change_log) as "databaseId"
    from migrations order by name desc limit 1`.execute(kysely);
  const [row] = rows;
  if (!row) throw new Error('The database has no migration.');
  return {
    release,
    migration: row.migration.replace(/\.sql$/, ''),
    migratedAt: row.migratedAt.toISOString(),
    node: process.versions.node,
    database: row.server,
    embedded,
    databaseId: row.databaseId,
  };
}
