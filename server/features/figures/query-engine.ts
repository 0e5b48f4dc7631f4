import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { DataVersion } from './data-version.ts';
import { callRows, type RowSource } from './row-sources.ts';
import type { SharedAnswers } from './shared-answers.ts';

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

/** Answers statements by the record, or by a copy as new as the record was when the statement arrived. */
export interface QueryEngine {
  /**
   * Rows with their version. Requests of a screen share them while the data is unchanged; do not modify them.
   * @param write writes the statement over the rows of the engine that answers
   */
  countedRows<Row extends { version: number }>(
    write: (rows: RowSource) => RawBuilder<Row>,
    options: QueryOptions,
  ): Promise<readonly Row[]>;
  /** Finds rows that the record then reads. Null if the record must find them, which is faster for few calls. */
  listedRows<Row extends object>(query: RawBuilder<Row>, options: QueryOptions): Promise<Row[] | null>;
}

/**
 * Answers by the record.
 * @param shared remembers rows for requests that say which data they are about; without it each statement is executed
 */
export const recordEngine = (database: Queryable, shared?: SharedAnswers): QueryEngine => ({
  async listedRows() {
    return null;
  },
  async countedRows<Row extends { version: number }>(
    write: (rows: RowSource) => RawBuilder<Row>,
    { data, signal }: QueryOptions,
  ) {
    const compiled = write(callRows).compile(database);
    const read = async () => (await database.executeQuery<Row>(compiled)).rows;
    if (!shared || !data) return read();
    // rows read for a request with this data have it
    return shared.rows(JSON.stringify([data.identity, compiled.sql, compiled.parameters]), 0, read, signal);
  },
});
