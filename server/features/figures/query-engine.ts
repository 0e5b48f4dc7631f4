import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { DataVersion } from './data-version.ts';
import { callRows, type RowSource } from './row-sources.ts';
import type { SharedAnswers } from './shared-answers.ts';

export interface QueryOptions {
  accountIds: readonly string[];
  signal?: AbortSignal | undefined;
  slow?: boolean | undefined;
  /** Read after the request arrived; with it, the record answers a screen's requests together. */
  data?: DataVersion | undefined;
  /** Called if the columnar copy answered instead of PostgreSQL. */
  onCopy?: (() => void) | undefined;
}

export type RequestOptions = Pick<QueryOptions, 'signal' | 'data' | 'onCopy'>;

/** Answers by the record, or by a copy as new as the record was when the statement arrived. */
export interface QueryEngine {
  /** Requests of a screen share the rows while the data is unchanged; do not modify them. */
  countedRows<Row extends { version: number }>(
    write: (rows: RowSource) => RawBuilder<Row>,
    options: QueryOptions,
  ): Promise<readonly Row[]>;
  /** Null if the record must find the rows, which is faster for few calls. */
  listedRows<Row extends object>(query: RawBuilder<Row>, options: QueryOptions): Promise<Row[] | null>;
}

/** @param shared remembers rows for requests that say which data they are about; without it each statement is executed */
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
    return shared.rows(JSON.stringify([data.identity, compiled.sql, compiled.parameters]), 0, read, signal);
  },
});
