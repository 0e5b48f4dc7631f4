import type { Queryable } from '../../platform/database.ts';

/** Reads the same state of the record with several statements. */
export const onSnapshot = <Result>(database: Queryable, work: (snapshot: Queryable) => Promise<Result>) =>
  database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
