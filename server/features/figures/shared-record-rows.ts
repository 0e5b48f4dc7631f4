import { createHash } from 'node:crypto';
import type { CompiledQuery, RawBuilder } from 'kysely';
import { CodedList } from '../../platform/coded-list.ts';
import type { Queryable } from '../../platform/database.ts';
import { type QueryEngine, type QueryOptions, recordEngine } from './query-engine.ts';
import { SharedAnswers } from './shared-answers.ts';

/** Maximum bytes of cached rows; scopes are small and used within one screen. */
const usualBytes = 8 * 1024 ** 2;

/** Parameter as PostgreSQL receives it; a difference makes another query. */
const sentParameter = (parameter: unknown) =>
  parameter instanceof CodedList ? parameter.toPostgres() : parameter;

interface SentQuery {
  compiled: CompiledQuery;
  digest: string;
}

export class SharedRecordRows {
  readonly #database: Queryable;
  readonly #record: QueryEngine;
  readonly #answers: SharedAnswers;
  /** A screen's requests use the same object. */
  readonly #sent = new WeakMap<object, SentQuery>();

  /** @param bytes maximum cached bytes; with 0 only simultaneous requests share rows */
  constructor(database: Queryable, bytes = usualBytes) {
    this.#database = database;
    this.#answers = new SharedAnswers(bytes);
    this.#record = recordEngine(database);
  }

  /** Like {@link QueryEngine.recordRows}; shared while the data is unchanged. */
  rows<Row extends { version: number }>(
    query: RawBuilder<Row>,
    options: QueryOptions,
  ): Promise<readonly Row[]> {
    const { data, signal } = options;
    if (!data) return this.#record.recordRows(query, options);
    const { compiled, digest } = this.#sentQuery(query);
    const read = async () => (await this.#database.executeQuery<Row>(compiled)).rows;
    // rows read for a request with this data have it
    return this.#answers.rows(JSON.stringify([data.identity, digest]), 0, read, signal);
  }

  #sentQuery(query: RawBuilder<unknown>): SentQuery {
    const known = this.#sent.get(query);
    if (known) return known;
    const compiled = query.compile(this.#database);
    const { sql, parameters } = compiled;
    const text = JSON.stringify([sql, parameters.map(sentParameter)]);
    const sent = { compiled, digest: createHash('sha256').update(text).digest('base64') };
    this.#sent.set(query, sent);
    return sent;
  }
}
