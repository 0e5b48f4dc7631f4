import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/** What a query is about, and for whom. */
export interface QueryOptions {
  /** The accounts whose rows it reads: those of a checked scope. */
  accountIds: readonly string[];
  /** Aborted when nobody waits for the rows any more. */
  signal?: AbortSignal | undefined;
  /** What others do not wait for: there is only one at a time over many calls. */
  slow?: boolean | undefined;
}

/**
 * Runs queries on calls: in the record, or in a copy of it that is as new as the record was when the query came. A query has
 * the same text for both.
 */
export interface QueryEngine {
  rows<Row extends object>(query: RawBuilder<Row>, options: QueryOptions): Promise<Row[]>;
  /**
   * Finds the rows of a list, which the record then reads. Null when the record finds them itself, with whatever text suits it:
   * it is faster for few calls, and answers when there is no copy.
   */
  listedRows<Row extends object>(query: RawBuilder<Row>, options: QueryOptions): Promise<Row[] | null>;
}

/** Runs every query in the record. */
export const recordEngine = (database: Queryable): QueryEngine => ({
  async rows(query) {
    const { rows } = await query.execute(database);
    return rows;
  },
  async listedRows() {
    return null;
  },
});
