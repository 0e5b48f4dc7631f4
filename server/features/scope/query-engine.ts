import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { DataVersion } from './data-version.ts';

/** What a query is about, and for whom. */
export interface QueryOptions {
  /** The accounts whose rows it reads: those of a checked scope. */
  accountIds: readonly string[];
  /** Aborted when nobody waits for the rows any more. */
  signal?: AbortSignal | undefined;
  /** What others do not wait for: there is only one at a time over many calls. */
  slow?: boolean | undefined;
  /** What the data of the accounts was after the request came: the record then answers requests of a screen together. */
  data?: DataVersion | undefined;
}

/** The options that the handler of a request passes on. */
export type RequestOptions = Pick<QueryOptions, 'signal' | 'data'>;

/**
 * Runs queries on calls: in the record, or in a copy of it that is as new as the record was when the query came. A query has
 * the same text for both.
 */
export interface QueryEngine {
  rows<Row extends object>(query: RawBuilder<Row>, options: QueryOptions): Promise<Row[]>;
  /**
   * Finds the rows of a list, which the record then reads. Null when the record finds them itself, with whatever text suits it:
   * it is faster for few calls, and answers when there is no copy. So the query may have tables that only the copy has.
   */
  listedRows<Row extends object>(query: RawBuilder<Row>, options: QueryOptions): Promise<Row[] | null>;
  /**
   * Rows that several requests of a screen have parts of, at their version: requests with the same query share them while the data
   * is the same, so that nobody may change them. Null when the record answers, by `recordRows`: the query has the tables of the
   * copy, which the record does not have.
   * @param query writes it, if the copy is asked: that takes as long as many a small query
   */
  sharedRows<Row extends { version: number }>(
    query: () => RawBuilder<Row>,
    options: QueryOptions,
  ): Promise<readonly Row[] | null>;
  /**
   * Rows of the record at their version, where the copy was asked before. With `options.data` requests with the same query can
   * share them, so that nobody may change them.
   */
  recordRows<Row extends { version: number }>(
    query: RawBuilder<Row>,
    options: QueryOptions,
  ): Promise<readonly Row[]>;
}

/** Runs every query in the record. */
export function recordEngine(database: Queryable): QueryEngine {
  const rows = async <Row extends object>(query: RawBuilder<Row>) => (await query.execute(database)).rows;
  return {
    rows,
    recordRows: rows,
    async listedRows() {
      return null;
    },
    async sharedRows() {
      return null;
    },
  };
}
