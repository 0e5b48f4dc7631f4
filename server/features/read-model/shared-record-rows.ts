import { createHash } from 'node:crypto';
import type { CompiledQuery, RawBuilder } from 'kysely';
import { CodedList } from '../../platform/coded-list.ts';
import type { Queryable } from '../../platform/database.ts';
import { type QueryEngine, type QueryOptions, recordEngine } from '../scope/index.ts';
import { SharedAnswers } from './shared-answers.ts';

/** Bytes of all remembered rows: they are of small scopes, and each is asked for within a screen. */
const usualBytes = 8 * 1024 ** 2;

/** A parameter as PostgreSQL gets it: what differs there is another query. */
const sentParameter = (parameter: unknown) =>
  parameter instanceof CodedList ? parameter.toPostgres() : parameter;

/** A query as it is sent, and what identifies it. */
interface SentQuery {
  compiled: CompiledQuery;
  digest: string;
}

/** Rows of the record that several requests of one screen have parts of. */
export class SharedRecordRows {
  readonly #database: Queryable;
  readonly #record: QueryEngine;
  readonly #answers: SharedAnswers;
  /** Requests of a screen ask with the same object. */
  readonly #sent = new WeakMap<object, SentQuery>();

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
    const { compiled, digest } = this.#sentQuery(query);
    const read = async () => (await this.#database.executeQuery<Row>(compiled)).rows;
    // whatever was read for a request with this data has it
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
