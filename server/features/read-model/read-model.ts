import { totalmem } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery, type RawBuilder } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { DuckDbError } from '../../platform/duckdb/connections.ts';
import { type DuckDbLimits, openDuckDbFile } from '../../platform/duckdb/open-file.ts';
import { withinTime } from '../../platform/time-limit.ts';
import { Turns } from '../../platform/turns.ts';
import { type QueryEngine, type QueryOptions, recordEngine } from '../scope/index.ts';
import { ColumnarCopy, OtherRecord, TooManyChanges } from './columnar-copy.ts';
import { countQuery, showState } from './metrics.ts';
import { positionReader, type ReadPosition } from './record-position.ts';

/** Calls from which on a query waits for its turn: two such queries use every processor. */
const largeScope = 200_000;
/** Milliseconds between two attempts to build a copy, and between two times that all of it is caught up. */
const pause = 60_000;
/** Milliseconds that a query waits for changes to be copied; then the record answers it. */
const longestWait = 3_000;
const limits: DuckDbLimits = { threads: 2, memory: Math.min(2048, Math.floor(totalmem() / 4 / 1024 ** 2)) };

/** How a copy differs from the usual one, for tests. */
export interface CopyOptions {
  /** Changed rows that are copied while a request waits; more are copied in the background. 50,000 by default. */
  maxRowsWhileWaiting?: number;
  /** Calls of a scope from which on the copy is asked; below, the record is as fast. 40,000 by default. */
  leastCalls?: number;
}
const defaultMaxRows = 50_000;
const defaultLeastCalls = 40_000;

/** How it is with the columnar copy. */
export type ReadModelState =
  /** Every query is answered by the record, as configured. */
  | 'off'
  /** There are so few calls that the record answers every query. */
  | 'unused'
  /** The copy is built or far behind: the record answers for the accounts concerned. */
  | 'building'
  | 'ready'
  /** The copy cannot be built or read: the record answers. */
  | 'failed';

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
    : new RecordReadModel(dependencies.database);
}

class RecordReadModel implements ReadModel {
  readonly state = 'off';
  readonly answered = { copy: 0, record: 0 };
  readonly rows: QueryEngine['rows'];
  readonly listedRows: QueryEngine['listedRows'];
  readonly #hideState = showState(this);

  constructor(database: Dependencies['database']) {
    const engine = recordEngine(database.kysely);
    this.rows = engine.rows;
    this.listedRows = engine.listedRows;
  }

  warnings(): string[] {
    return [];
  }

  async settled(): Promise<void> {}

  async close(): Promise<void> {
    this.#hideState();
  }
}

class CopiedReadModel implements ReadModel {
  readonly answered = { copy: 0, record: 0 };
  readonly #dependencies: Parameters<typeof openReadModel>[0];
  readonly #maxRowsWhileWaiting: number;
  readonly #leastCalls: number;
  readonly #record: QueryEngine;
  readonly #largeScans = new Turns(2);
  readonly #slowScans = new Turns(1);
  readonly #closing = new AbortController();
  #readPosition: ReadPosition | null = null;
  #copy: ColumnarCopy | null = null;
  #isUnused = false;
  #background: Promise<void> | null = null;
  #catchingUp: Promise<void> | null = null;
  /** When building was last tried, and when all of the copy was last caught up. */
  #triedAt = performance.now();
  #refreshedAt = performance.now();
  readonly #hideState = showState(this);

  constructor(
    dependencies: Parameters<typeof openReadModel>[0],
    { maxRowsWhileWaiting = defaultMaxRows, leastCalls = defaultLeastCalls }: CopyOptions,
  ) {
    this.#leastCalls = leastCalls;
    this.#maxRowsWhileWaiting = maxRowsWhileWaiting;
    this.#dependencies = dependencies;
    this.#record = recordEngine(dependencies.database.kysely);
    this.#inBackground(() => this.#buildIfUsed());
  }

  get state(): ReadModelState {
    if (this.#isUnused) return 'unused';
    if (this.#background) return 'building';
    return this.#copy ? 'ready' : 'failed';
  }

  async rows<Row extends object>(query: RawBuilder<Row>, options: QueryOptions): Promise<Row[]> {
    return (await this.#attempt(query, options)) ?? this.#record.rows(query, options);
  }

  async listedRows<Row extends object>(query: RawBuilder<Row>, options: QueryOptions): Promise<Row[] | null> {
    return this.#attempt(query, options);
  }

  /** Asks the copy, and counts who answers: null when the record has to. */
  async #attempt<Row extends object>(query: RawBuilder<Row>, options: QueryOptions): Promise<Row[] | null> {
    const rows = await this.#copiedRows(query, options).catch((error: unknown) => {
      options.signal?.throwIfAborted();
      this.#fail(error);
      return null;
    });
    const engine = rows ? 'copy' : 'record';
    this.answered[engine] += 1;
    countQuery(engine);
    return rows;
  }

  warnings(): string[] {
    return this.state === 'failed'
      ? ['The columnar copy of the calls cannot be made: PostgreSQL answers, more slowly. The log says why.']
      : [];
  }

  async settled(): Promise<void> {
    while (this.#background) await this.#background;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#hideState();
    await this.settled();
    await this.#catchingUp?.catch(() => {});
    await this.#copy?.close();
    this.#copy = null;
  }

  async #copiedRows<Row extends object>(
    query: RawBuilder<Row>,
    { accountIds, signal, slow }: QueryOptions,
  ): Promise<Row[] | null> {
    const copy = this.#copy;
    if (!copy) {
      this.#retryBuilding();
      return null;
    }
    if (copy.hasAll(accountIds) && copy.callsOf(accountIds) < this.#leastCalls) {
      this.#refresh(copy);
      return null;
    }
    if (!(await this.#isCurrent(copy, accountIds))) return null;
    const calls = copy.callsOf(accountIds);
    if (calls < this.#leastCalls) return null;
    const run = () => copy.run(query, signal);
    if (calls < largeScope) return run();
    const inTurn = () => this.#largeScans.run(run, signal);
    return slow ? this.#slowScans.run(inTurn, signal) : inTurn();
  }

  /** Runs a statement as requests do: nothing waits longer than they may. */
  readonly #runInRecord = async <Row extends object>(text: string, values: readonly unknown[]) => {
    const { rows } = await this.#dependencies.database.kysely.executeQuery<Row>(
      CompiledQuery.raw(text, [...values]),
    );
    return rows;
  };

  /** Whether the copy has the accounts as the record has them now, after copying what is missing. */
  async #isCurrent(copy: ColumnarCopy, accountIds: readonly string[]): Promise<boolean> {
    const readPosition = this.#readPosition;
    if (!readPosition) return false;
    const before = copy.positionsOf(accountIds);
    const position = await readPosition(this.#runInRecord, accountIds);
    if (!copy.isOf(position, before)) throw new OtherRecord('The database was replaced.');
    while (!copy.hasReached(position, accountIds)) {
      // what is copied in the background takes long
      if (this.#background || this.#copy !== copy) return false;
      const others = this.#catchingUp?.then(
        () => true,
        () => true,
      );
      if (!(await this.#inTime(others ?? this.#catchUp(copy, accountIds)))) return false;
    }
    return true;
  }

  /** Waits for what is copied; false when that takes longer than a request waits for it. */
  async #inTime(copying: Promise<boolean>): Promise<boolean> {
    const late = new Error('Copying takes long.');
    return withinTime(longestWait, copying, () => late).catch((error: unknown) => {
      if (error !== late) throw error;
      copying.catch((failure: unknown) => this.#fail(failure));
      return false;
    });
  }

  /** Copies what the record has changed of some accounts, or of all; false when that is so much that it goes on in the background. */
  async #catchUp(copy: ColumnarCopy, accountIds: readonly string[] | 'all'): Promise<boolean> {
    const readPosition = (this.#readPosition ??= await positionReader(this.#runInRecord));
    const limit = this.#maxRowsWhileWaiting;
    const options = { readPosition, accountIds, limit, signal: this.#closing.signal };
    this.#catchingUp = copy.catchUp(this.#dependencies.database.pool, options).finally(() => {
      this.#catchingUp = null;
    });
    try {
      await this.#catchingUp;
      return true;
    } catch (error) {
      if (!(error instanceof TooManyChanges)) throw error;
      this.#inBackground(() => this.#catchUpWithAll(copy));
      return false;
    }
  }

  /** Copies everything that the record has changed, however long it takes. */
  async #catchUpWithAll(copy: ColumnarCopy): Promise<void> {
    const { pool } = this.#dependencies.database;
    const readPosition = (this.#readPosition ??= await positionReader(this.#runInRecord));
    await copy.catchUp(pool, {
      readPosition,
      accountIds: 'all',
      limit: Number.POSITIVE_INFINITY,
      signal: this.#closing.signal,
    });
    this.#refreshedAt = performance.now();
  }

  /** From time to time catches up all accounts: those with few calls in the copy may have many by now. */
  #refresh(copy: ColumnarCopy): void {
    if (this.#background || this.#catchingUp || performance.now() - this.#refreshedAt < pause) return;
    this.#refreshedAt = performance.now();
    this.#catchUp(copy, 'all').catch((error: unknown) => this.#fail(error));
  }

  /** Opens or makes the copy, unless the record has so few calls that no query would be asked of it. */
  async #buildIfUsed(): Promise<void> {
    const [row] = await this.#runInRecord<{ calls: number }>(
      'select cast(count(*) as integer) as calls from (select from calls limit $1) as found',
      [this.#leastCalls],
    );
    this.#isUnused = row !== undefined && row.calls < this.#leastCalls;
    if (!this.#isUnused) await this.#build({ anew: false });
  }

  /** Opens the file, or makes a new one, and copies what it does not have. */
  async #build(options: { anew: boolean }): Promise<void> {
    const { environment } = this.#dependencies;
    const started = performance.now();
    await this.#catchingUp?.catch(() => {});
    const previous = this.#copy;
    this.#copy = null;
    await previous?.close();
    this.#readPosition ??= await positionReader(this.#runInRecord);
    const { origin } = await this.#readPosition(this.#runInRecord, []);
    const copy = await this.#openCopy(join(environment.dataFolder, 'read-model'), origin, options);
    try {
      // the accounts that the file has are answered from it meanwhile
      this.#copy = copy;
      await this.#catchUpWithAll(copy);
    } catch (error) {
      this.#copy = null;
      await copy.close();
      throw error;
    }
    const milliseconds = Math.round(performance.now() - started);
    this.#dependencies.log.debug({ milliseconds }, 'the columnar copy of the calls is ready');
  }

  async #openCopy(folder: string, origin: string, options: { anew: boolean }): Promise<ColumnarCopy> {
    if (!options.anew) {
      const file = await openDuckDbFile(folder, limits);
      try {
        return await ColumnarCopy.read(file, origin);
      } catch {
        file.close();
      }
    }
    const file = await openDuckDbFile(folder, limits, { anew: true });
    try {
      return await ColumnarCopy.create(file, origin);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** Does one thing at a time in the background. A file that is no copy of this record is made anew. */
  #inBackground(work: () => Promise<void>): void {
    if (this.#background || this.#closing.signal.aborted) return;
    this.#triedAt = performance.now();
    this.#background = work()
      .catch((error: unknown) => {
        if (!isBroken(error)) throw error;
        return this.#build({ anew: true });
      })
      .catch((error: unknown) => {
        if (this.#closing.signal.aborted) return;
        this.#dependencies.log.error({ err: error }, 'the columnar copy of the calls could not be built');
      })
      .finally(() => {
        this.#background = null;
      });
  }

  /** After a failure: nothing more when the query alone is wrong, otherwise the copy is built anew. */
  #fail(error: unknown): void {
    if (this.#closing.signal.aborted) return;
    // rows that are deleted are nothing that an operator has to look at
    if (!(error instanceof OtherRecord))
      this.#dependencies.log.error({ err: error }, 'the columnar copy did not answer a query');
    if (isBroken(error)) this.#inBackground(() => this.#build({ anew: true }));
  }

  #retryBuilding(): void {
    if (performance.now() - this.#triedAt >= pause) this.#inBackground(() => this.#buildIfUsed());
  }
}

/** What DuckDB says of a file that it cannot use any more. */
const brokenKinds: ReadonlySet<string> = new Set(['IO', 'FATAL', 'INTERNAL', 'Serialization']);

/** Whether the file has to be made anew. */
const isBroken = (error: unknown): boolean =>
  error instanceof OtherRecord || (error instanceof DuckDbError && brokenKinds.has(error.kind));
