import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { DataVersion } from './data-version.ts';

export interface QueryOptions {
  accountIds: readonly string[];
  /** Aborts when no one waits for the rows. */
  signal?: AbortSignal | undefined;
  slow?: boolean | undefined;
  /** State of the accounts' data after the request arrived; the record then answers a screen's requests together. */
  data?: DataVersion | undefined;
  /** Told that the columnar copy answered; without it, PostgreSQL did. */
  onCopy?: (() => void) | undefined;
}

export type RequestOptions = Pick<QueryOptions, 'signal' | 'data' | 'onCopy'>;

/** Runs one text in the record, or in a copy as new as the record was when the query arrived. */
export interface QueryEngine {
  rows<Row extends object>(query: RawBuilder<Row>, options: QueryOptions): Promise<Row[]>;
  /** Finds rows that the record then reads. Null if the record must find them, which is faster for few calls. */
  listedRows<Row extends object>(query: RawBuilder<Row>, options: QueryOptions): Promise<Row[] | null>;
  /**
   * Rows with parts for several requests of a screen, with their version. Requests share them while the data is unchanged;
   * do not modify them. Null if the record must answer by `recordRows`, because the query uses the copy's tables.
   * @param query writes the query if the copy is used; writing costs as much as many small queries
   */
  sharedRows<Row extends { version: number }>(
    query: () => RawBuilder<Row>,
    options: QueryOptions,
  ): Promise<readonly Row[] | null>;
  /** Record rows with their version. With `options.data`, equal queries may share them; do not modify them. */
  recordRows<Row extends { version: number }>(
    query: RawBuilder<Row>,
    options: QueryOptions,
  ): Promise<readonly Row[]>;
}

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
