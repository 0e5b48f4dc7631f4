import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/** The sum of the versions of some accounts, by which a screen knows whether an answer is up to date. */
export async function readVersion(database: Queryable, accountIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select cast(coalesce(sum(version), 0) as double precision) as version from account_version
    where account_id = any(${[...accountIds]})`.execute(database);
  return rows[0]?.version ?? 0;
}
