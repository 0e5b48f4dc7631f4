import type { Queryable } from '../../platform/database.ts';
import type { LockedRows, RecordRows } from '../../platform/distribution/record-rows.ts';
import { placedTables } from '../../platform/distribution/placed-tables.ts';
import { CopiedRows } from './copied-rows.ts';
import { executeSql } from './execute-sql.ts';
import type { TemporaryTables } from './temporary-tables.ts';

/** A single PostgreSQL: statements use the tables directly. */
class OwnRows implements RecordRows {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  use<Result>(work: () => Promise<Result>): Promise<Result> {
    return work();
  }

  apart<Result>(work: () => Promise<Result>): Promise<Result> {
    return work();
  }

  async load(): Promise<void> {}

  async save(): Promise<void> {}

  async lock({ table, rows, owned = true, copiesOnly = false }: LockedRows): Promise<number> {
    if (copiesOnly) return 0;
    const key = owned ? 'account_id, id' : 'id';
    // counts there, because a new time zone locks all calls of an account
    const { rows: counted } = await executeSql<{ count: number }>(
      this.#database,
      `with locked as (
         select 1 from ${table} target join (${rows}) named using (${key}) order by ${key} for update of target
       ) select count(*)::int as count from locked`,
    );
    return counted[0]?.count ?? 0;
  }
}

export async function recordRows(database: Queryable, tables: TemporaryTables): Promise<RecordRows> {
  const placed = await placedTables(database);
  return placed.size === 0 ? new OwnRows(database) : new CopiedRows(database, tables, placed);
}
