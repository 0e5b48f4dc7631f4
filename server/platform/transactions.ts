import type { Database, Queryable } from './database.ts';
import { sqlStateOf } from './logged-error.ts';

/** A row just stored by another transaction, and a deadlock. */
const conflicts: ReadonlySet<string | null> = new Set(['23505', '40P01']);

/** Repeats `work` after a conflict, so it must have no other effects. */
export function retriedTransaction<Result>(
  database: Pick<Database, 'transaction'>,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  return database.transaction(work).catch((error: unknown) => {
    if (!conflicts.has(sqlStateOf(error))) throw error;
    return database.transaction(work);
  });
}

/** All queries see the same moment. */
export const onSnapshot = <Result>(database: Queryable, work: (snapshot: Queryable) => Promise<Result>) =>
  database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
