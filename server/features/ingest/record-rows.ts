import type { Queryable } from '../../platform/database.ts';
import type { LockedRows, RecordRows } from '../../platform/distribution/record-rows.ts';
import { placedTables } from '../../platform/distribution/placed-tables.ts';
import { CopiedRows } from './copied-rows.ts';
import { executeSql } from './execute-sql.ts';
import type { TemporaryTables } from './temporary-tables.ts';

/** The record of one PostgreSQL: its tables are read and written directly. */
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
    // counted there: a new time zone of an account locks all its calls
    const { rows: counted } = await executeSql<{ count: number }>(
      this.#database,
      `with locked as (
         select 1 from ${table} target join (${rows}) named using (${key}) order by ${key} for update of target
       ) select count(*)::int as count from locked`,
    );
    return counted[0]?.count ?? 0;
  }
}

/** How the statements of an import reach the rows of the record, over one connection. */
export async function recordRows(database: Queryable, tables: TemporaryTables): Promise<RecordRows> {
  const placed = await placedTables(database);
  return placed.size === 0 ? new OwnRows(database) : new CopiedRows(database, tables, placed);
}
