import type { Database, Queryable } from './database.ts';
import { sqlStateOf } from './logged-error.ts';

/** PostgreSQL's states of a row that another transaction has just stored, and of two that wait for each other. */
const conflicts: ReadonlySet<string | null> = new Set(['23505', '40P01']);

/**
 * Runs `work` in one transaction, and once again when it met another one: the second time it reads what the other one has
 * committed. `work` must change nothing outside of the transaction.
 */
export function retriedTransaction<Result>(
  database: Pick<Database, 'transaction'>,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  return database.transaction(work).catch((error: unknown) => {
    if (!conflicts.has(sqlStateOf(error))) throw error;
    return database.transaction(work);
  });
}
