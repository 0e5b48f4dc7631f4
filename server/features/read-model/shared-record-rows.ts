import type { RawBuilder } from 'kysely';
import { CodedList } from '../../platform/coded-list.ts';
import type { Queryable } from '../../platform/database.ts';
import { type QueryEngine, type QueryOptions, recordEngine } from '../scope/index.ts';
import { SharedAnswers } from './shared-answers.ts';

/** Bytes of all remembered rows: they are of small scopes, and each is asked for within a screen. */
const usualBytes = 8 * 1024 ** 2;

/** A parameter as PostgreSQL gets it: what differs there is another query. */
const sentParameter = (parameter: unknown) =>
  parameter instanceof CodedList ? parameter.toPostgres() : parameter;

/** Rows of the record that several requests of one screen have parts of. */
export class SharedRecordRows {
  readonly #database: Queryable;
  readonly #record: QueryEngine;
  readonly #answers: SharedAnswers;

  /** @param bytes what is remembered at most; with 0 only requests at the same time share rows */
  constructor(database: Queryable, bytes = usualBytes) {
    this.#database = database;
    this.#answers = new SharedAnswers(bytes);
    this.#record = recordEngine(database);
  }

  /** As {@link QueryEngine.recordRows}: shared while the data is what it was when the request came. */
  rows<Row extends { version: number }>(
    query: RawBuilder<Row>,
    options: QueryOptions,
  ): Promise<readonly Row[]> {
    const { data, signal } = options;
    if (!data) return this.#record.recordRows(query, options);
    const { sql, parameters } = query.compile(this.#database);
    const key = JSON.stringify([data.identity, sql, parameters.map(sentParameter)]);
    const read = async () => [...(await this.#record.recordRows(query, options))];
    // whatever was read for a request with this data has it
    return this.#answers.rows(key, 0, read, signal);
  }
}
