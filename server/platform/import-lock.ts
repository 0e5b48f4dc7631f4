import { sql } from 'kysely';
import type { Queryable } from './database.ts';

export const importLock = 7_305_410;

/** Held by an import's second connection, if any. */
export const secondConnectionLock = 7_305_412;

export const lockTimeoutState = '55P03';

/** True if no import runs or waits to begin; also keeps imports from beginning until the transaction ends. */
export const noImportRuns = sql<boolean>`pg_try_advisory_xact_lock_shared(${importLock}::bigint)`;

/** Waits for imports and blocks new ones until the transaction ends. The caller sets the statement timeout. */
export async function waitForImports(transaction: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${importLock}::bigint)`.execute(transaction);
  // after a kill, the second connection of an import can outlive the first
  await sql`select pg_advisory_xact_lock(${secondConnectionLock}::bigint)`.execute(transaction);
}
