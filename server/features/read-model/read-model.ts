import type { RawBuilder } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { DuckDbStatement } from '../../platform/duckdb/compile-statement.ts';
import { Turns } from '../../platform/turns.ts';
import { type QueryEngine, type QueryOptions, recordEngine } from '../scope/index.ts';
import type { ColumnarCopy } from './columnar-copy.ts';
import { removeUnusedCopies } from './copy-files.ts';
import { type CopyState, KeptCopy } from './kept-copy.ts';
import { countQuery, showState } from './metrics.ts';
import { SharedRecordRows } from './shared-record-rows.ts';

/** Calls from which on a query waits for its turn: two such queries use every processor. */
const largeScope = 200_000;

/** How a copy differs from the usual one, for tests. */
export interface CopyOptions {
  /** Changed rows that are copied while a request waits; more are copied in the background. 50,000 by default. */
  maxRowsWhileWaiting?: number;
  /** Calls that are copied in one transaction when no request waits. 1,000,000 by default. */
  callsAtOnce?: number;
  /** Calls of a scope from which on the copy is asked; below, the record is as fast. 40,000 by default. */
  leastCalls?: number;
  /** Milliseconds that a request waits for copying; then the record answers it. 400 by default. */
  longestWait?: number;
  /** Milliseconds that a request waits for each call of its scope, if that is longer. 0.001 by default: the record counts slower. */
  waitPerCall?: number;
  /** Milliseconds between two times that the process looks whether rows were deleted, of any account. A minute by default. */
  lookEvery?: number;
  /** Bytes of rows of the record that are remembered for the requests of a screen; 8 MB by default. */
  recordBytes?: number;
}
const defaultMaxRows = 50_000;
const defaultCallsAtOnce = 1_000_000;
const defaultLongestWait = 400;
const defaultWaitPerCall = 0.001;
const defaultLeastCalls = 40_000;

/** Runs a statement in the copy when it is its turn. */
type RunInCopy<Row> = (statement: DuckDbStatement, signal: AbortSignal | undefined) => Promise<Row[]>;
/** Asks a copy that is as new as the record. */
type AskCopy<Row> = (
  copy: ColumnarCopy,
  run: RunInCopy<Row>,
  signal: AbortSignal | undefined,
) => Promise<Row[]>;

/** How it is with the columnar copy; off: every query is answered by the record, as configured. */
export type ReadModelState = 'off' | CopyState;

/** The columnar copy as an engine of queries, and how it is. */
export interface ReadModel extends QueryEngine {
  readonly state: ReadModelState;
  /** How many queries the copy and the record have answered since the start. */
  readonly answered: Readonly<Record<'copy' | 'record', number>>;
  /** What an operator should look into, in words. */
  warnings(): string[];
  /** Resolves when nothing is copied in the background. */
  settled(): Promise<void>;
  /** Ends what is copied and closes the file. */
  close(): Promise<void>;
}

/**
 * Opens the columnar copy of the calls, of this process alone. It is built in the background; whatever is wrong with it, the
 * record answers. Without `readModel: 'duckdb'` in the environment it always does.
 */
export function openReadModel(
  dependencies: Pick<Dependencies, 'environment' | 'log'> & {
    /** The record as requests use it. */
    database: Dependencies['database'];
  },
  options: CopyOptions = {},
): ReadModel {
  return dependencies.environment.readModel === 'duckdb'
    ? new CopiedReadModel(dependencies, options)
    : new RecordReadModel(dependencies, options);
}

class RecordReadModel implements ReadModel {
  readonly state = 'off';
  readonly answered = { copy: 0, record: 0 };
  readonly rows: QueryEngine['rows'];
  readonly listedRows: QueryEngine['listedRows'];
  readonly sharedRows: QueryEngine['sharedRows'];
  readonly recordRows: QueryEngine['recordRows'];
  readonly #hideState = showState(this);
  readonly #removing: Promise<void>;

  constructor(dependencies: Parameters<typeof openReadModel>[0], { recordBytes }: CopyOptions) {
    const engine = recordEngine(dependencies.database.kysely);
    this.#removing = removeUnusedCopies(dependencies);
    this.rows = engine.rows;
    this.listedRows = engine.listedRows;
    this.sharedRows = engine.sharedRows;
    const shared = new SharedRecordRows(dependencies.database.kysely, recordBytes);
    this.recordRows = (query, options) => shared.rows(query, options);
  }

  warnings(): string[] {
    return [];
  }

  settled(): Promise<void> {
    return this.#removing;
  }

  async close(): Promise<void> {
    this.#hideState();
    await this.#removing;
  }
}

class CopiedReadModel implements ReadModel {
  readonly answered = { copy: 0, record: 0 };
  readonly #kept: KeptCopy;
  readonly #record: QueryEngine;
  readonly #recordRows: SharedRecordRows;
  readonly #largeScans = new Turns(2);
  readonly #slowScans = new Turns(1);
  readonly #hideState = showState(this);

  constructor(dependencies: Parameters<typeof openReadModel>[0], options: CopyOptions) {
    this.#record = recordEngine(dependencies.database.kysely);
    this.#recordRows = new SharedRecordRows(dependencies.database.kysely, options.recordBytes);
    this.#kept = new KeptCopy(dependencies, {
      maxRowsWhileWaiting: defaultMaxRows,
      callsAtOnce: defaultCallsAtOnce,
      leastCalls: defaultLeastCalls,
      longestWait: defaultLongestWait,
      waitPerCall: defaultWaitPerCall,
      ...options,
    });
  }

  get state(): ReadModelState {
    return this.#kept.state;
  }

  async rows<Row extends object>(query: RawBuilder<Row>, options: QueryOptions): Promise<Row[]> {
    return (await this.listedRows(query, options)) ?? this.#record.rows(query, options);
  }

  async listedRows<Row extends object>(query: RawBuilder<Row>, options: QueryOptions): Promise<Row[] | null> {
    const rows = await this.#attempt<Row>((copy, run, signal) => run(copy.prepare(query), signal), options);
    this.#countAnswer(rows ? 'copy' : 'record');
    return rows;
  }

  async sharedRows<Row extends { version: number }>(
    query: () => RawBuilder<Row>,
    options: QueryOptions,
  ): Promise<readonly Row[] | null> {
    const rows = await this.#attempt<Row>((copy, run, signal) => {
      const statement = copy.prepare(query());
      const read = (ending: AbortSignal) => run(statement, ending);
      const key = JSON.stringify(statement);
      return copy.shared.rows(key, copy.versionOf(options.accountIds), read, signal);
    }, options);
    // without rows the record is asked for each part
    if (rows) this.#countAnswer('copy');
    return rows;
  }

  async recordRows<Row extends { version: number }>(
    query: RawBuilder<Row>,
    options: QueryOptions,
  ): Promise<readonly Row[]> {
    this.#countAnswer('record');
    return this.#recordRows.rows(query, options);
  }

  #countAnswer(engine: 'copy' | 'record'): void {
    this.answered[engine] += 1;
    countQuery(engine);
  }

  /** Asks the copy: null when the record has to answer. */
  async #attempt<Row extends object>(ask: AskCopy<Row>, options: QueryOptions): Promise<Row[] | null> {
    return this.#copiedRows(ask, options).catch((error: unknown) => {
      options.signal?.throwIfAborted();
      this.#kept.fail(error);
      return null;
    });
  }

  warnings(): string[] {
    return this.state === 'failed'
      ? ['The columnar copy of the calls cannot be made: PostgreSQL answers, more slowly. The log says why.']
      : [];
  }

  settled(): Promise<void> {
    return this.#kept.settled();
  }

  async close(): Promise<void> {
    this.#hideState();
    await this.#kept.close();
  }

  async #copiedRows<Row extends object>(
    ask: AskCopy<Row>,
    { accountIds, signal, slow }: QueryOptions,
  ): Promise<Row[] | null> {
    const copy = await this.#kept.of(accountIds);
    if (!copy) return null;
    const calls = copy.callsOf(accountIds);
    const run: RunInCopy<Row> = (statement, ending) => {
      const now = () => copy.run<Row>(statement, ending);
      if (calls < largeScope) return now();
      const inTurn = () => this.#largeScans.run(now, ending);
      return slow ? this.#slowScans.run(inTurn, ending) : inTurn();
    };
    return ask(copy, run, signal);
  }
}
