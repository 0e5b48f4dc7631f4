import type { Queryable } from '../../platform/database.ts';

export const onSnapshot = <Result>(database: Queryable, work: (snapshot: Queryable) => Promise<Result>) =>
  database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
