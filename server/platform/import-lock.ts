import { sql } from 'kysely';

/** The advisory lock that an import holds until it ends. */
export const importLock = 7_305_410;

/**
 * Whether no import runs; false while one waits to begin. None begins before the end of the transaction of a statement
 * with this.
 */
export const noImportRuns = sql<boolean>`pg_try_advisory_xact_lock_shared(${importLock}::bigint)`;
