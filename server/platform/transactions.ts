import type { Database, Queryable } from './database.ts';
import { sqlStateOf } from './logged-error.ts';

/** SQLSTATEs of a row just stored by another transaction, and of a deadlock. */
const conflicts: ReadonlySet<string | null> = new Set(['23505', '40P01']);

/** Runs `work` again after a conflict, so it must have no effects outside the transaction. */
export function retriedTransaction<Result>(
  database: Pick<Database, 'transaction'>,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  return database.transaction(work).catch((error: unknown) => {
    if (!conflicts.has(sqlStateOf(error))) throw error;
    return database.transaction(work);
  });
}

/** Runs `work` in a transaction whose queries all see the same moment. */
export const onSnapshot = <Result>(database: Queryable, work: (snapshot: Queryable) => Promise<Result>) =>
  database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
