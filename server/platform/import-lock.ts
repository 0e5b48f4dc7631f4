import { sql } from 'kysely';
import type { Queryable } from './database.ts';

/** The advisory lock that an import holds until it ends. */
export const importLock = 7_305_410;

/** The advisory lock that the second connection of an import holds, if it has one. */
export const secondConnectionLock = 7_305_412;

/** What PostgreSQL says when a statement waited for a lock for longer than `lock_timeout`. */
export const lockTimeoutState = '55P03';

/**
 * Whether no import runs; false while one waits to begin. None begins before the end of the transaction of a statement
 * with this.
 */
export const noImportRuns = sql<boolean>`pg_try_advisory_xact_lock_shared(${importLock}::bigint)`;

/** Waits until no import runs; none begins before the end of the transaction. The caller sets how long a statement may take. */
export async function waitForImports(transaction: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${importLock}::bigint)`.execute(transaction);
  // the second connection of an import that was killed can outlive the first
  await sql`select pg_advisory_xact_lock(${secondConnectionLock}::bigint)`.execute(transaction);
}
