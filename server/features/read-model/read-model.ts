import type { RawBuilder } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { DuckDbStatement } from '../../platform/duckdb/compile-statement.ts';
import { Turns } from '../../platform/turns.ts';
import {
  combinationRows,
  type QueryEngine,
  type QueryOptions,
  recordEngine,
  type RowSource,
  SharedAnswers,
} from '../figures/index.ts';
import type { ColumnarCopy } from './columnar-copy.ts';
import { removeUnusedCopies } from './copy-files.ts';
import { type CopyState, KeptCopy } from './kept-copy.ts';
import { countQuery, showState } from './metrics.ts';

/** Queries on more calls take turns: two of them use all processors. */
const largeScope = 200_000;

export interface CopyOptions {
  /** Changed rows copied while a request waits; more are copied in the background. Default: 50,000. */
  maxRowsWhileWaiting?: number;
  /** Calls per transaction when no request waits. Default: 1,000,000. */
  callsAtOnce?: number;
  /** Calls of a scope; below, the record is as fast. Default: 40,000. */
  leastCalls?: number;
  /** Milliseconds a request waits for copying before the record answers it. Default: 400. */
  longestWait?: number;
  /** Milliseconds per call of the scope, if longer. Default: 0.001, because the record counts slower. */
  waitPerCall?: number;
  /** Milliseconds between checks for deleted rows of any account. Default: one minute. */
  lookEvery?: number;
  /** Bytes of remembered record rows. Default: 8 MB. With 0 only simultaneous requests share rows. */
  recordBytes?: number;
}
const defaultMaxRows = 50_000;
const defaultCallsAtOnce = 1_000_000;
const defaultLongestWait = 400;
const defaultWaitPerCall = 0.001;
const defaultLeastCalls = 40_000;
/** Less than the copy's, because scopes that the record answers are small. */
const defaultRecordBytes = 8 * 1024 ** 2;

type RunInCopy<Row> = (statement: DuckDbStatement, signal: AbortSignal | undefined) => Promise<Row[]>;
type AskCopy<Row> = (
  copy: ColumnarCopy,
  run: RunInCopy<Row>,
  signal: AbortSignal | undefined,
) => Promise<Row[]>;

/** `off`: the record answers every query, as configured. */
export type ReadModelState = 'off' | CopyState;

export interface ReadModel extends QueryEngine {
  readonly state: ReadModelState;
  readonly answered: Readonly<Record<'copy' | 'record', number>>;
  warnings(): string[];
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Builds the copy in the background. The record answers whenever it is unavailable. */
export function openReadModel(
  dependencies: Pick<Dependencies, 'environment' | 'log'> & {
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
  readonly listedRows: QueryEngine['listedRows'];
  readonly countedRows: QueryEngine['countedRows'];
  readonly #hideState = showState(this);
  readonly #removing: Promise<void>;

  constructor(
    dependencies: Parameters<typeof openReadModel>[0],
    { recordBytes = defaultRecordBytes }: CopyOptions,
  ) {
    const engine = recordEngine(dependencies.database.kysely, new SharedAnswers(recordBytes));
    this.#removing = removeUnusedCopies(dependencies);
    this.listedRows = engine.listedRows;
    this.countedRows = engine.countedRows;
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
  readonly #largeScans = new Turns(2);
  readonly #slowScans = new Turns(1);
  readonly #hideState = showState(this);

  constructor(dependencies: Parameters<typeof openReadModel>[0], options: CopyOptions) {
    this.#record = recordEngine(
      dependencies.database.kysely,
      new SharedAnswers(options.recordBytes ?? defaultRecordBytes),
    );
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

  async listedRows<Row extends object>(query: RawBuilder<Row>, options: QueryOptions): Promise<Row[] | null> {
    const rows = await this.#attempt<Row>((copy, run, signal) => run(copy.prepare(query), signal), options);
    this.#countAnswer(rows ? 'copy' : 'record', options);
    return rows;
  }

  async countedRows<Row extends { version: number }>(
    write: (rows: RowSource) => RawBuilder<Row>,
    options: QueryOptions,
  ): Promise<readonly Row[]> {
    const rows = await this.#attempt<Row>((copy, run, signal) => {
      const statement = copy.prepare(write(combinationRows));
      const read = (ending: AbortSignal) => run(statement, ending);
      const key = JSON.stringify(statement);
      return copy.shared.rows(key, copy.versionOf(options.accountIds), read, signal);
    }, options);
    this.#countAnswer(rows ? 'copy' : 'record', options);
    return rows ?? this.#record.countedRows(write, options);
  }

  #countAnswer(engine: 'copy' | 'record', { onCopy }: QueryOptions): void {
    this.answered[engine] += 1;
    countQuery(engine);
    if (engine === 'copy') onCopy?.();
  }

  /** Null if the record must answer. */
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
