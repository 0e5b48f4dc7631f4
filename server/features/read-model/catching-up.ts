import { CompiledQuery } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { SharedReads } from '../../platform/shared-reads.ts';
import { withinTime } from '../../platform/time-limit.ts';
import { type ColumnarCopy, OtherRecord, TooManyChanges } from './columnar-copy.ts';
import { positionReader, type ReadPosition, type RecordPosition } from './record-position.ts';

export interface CatchingUpOptions {
  /** Changed rows; more are copied in the background. */
  maxRowsWhileWaiting: number;
  /** Calls per transaction when no request waits. */
  callsAtOnce: number;
  /** Milliseconds until the record answers instead. */
  longestWait: number;
  /** Milliseconds per call of the scope, if that is longer. */
  waitPerCall: number;
}

interface CatchingUpEvents {
  farBehind(copy: ColumnarCopy): void;
  failed(error: unknown): void;
}

/** Brings the copy up to date with the record. Requests wait only while it pays. */
export class CatchingUp {
  readonly #database: Dependencies['database'];
  readonly #options: CatchingUpOptions;
  readonly #events: CatchingUpEvents;
  readonly #closing = new AbortController();
  #readPosition: ReadPosition | null = null;
  readonly #positions = new SharedReads<RecordPosition>();
  #underWay: Promise<void> | null = null;
  /** Milliseconds: start of the last copying for requests, and duration of the last run. */
  #began = 0;
  #took = 0;

  constructor(database: Dependencies['database'], options: CatchingUpOptions, events: CatchingUpEvents) {
    this.#database = database;
    this.#options = options;
    this.#events = events;
  }

  get isUnderWay(): boolean {
    return this.#underWay !== null;
  }

  async ended(): Promise<void> {
    await this.#underWay?.catch(() => {});
  }

  close(): void {
    this.#closing.abort();
  }

  readonly runInRecord = async <Row extends object>(text: string, values: readonly unknown[]) => {
    const { rows } = await this.#database.kysely.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
    return rows;
  };

  /** Read once for a screen's requests. */
  position(accountIds: readonly string[] | 'all'): Promise<RecordPosition> {
    return this.#positions.read(JSON.stringify(accountIds), async () => {
      const readPosition = (this.#readPosition ??= await positionReader(this.runInRecord));
      return readPosition(this.runInRecord, accountIds);
    });
  }

  /** @param mayWait whether waiting for missing rows still pays @throws {OtherRecord} if it is not a copy of this record */
  async isCurrent(
    copy: ColumnarCopy,
    accountIds: readonly string[],
    mayWait: () => boolean,
  ): Promise<boolean> {
    const before = copy.positionsOf(accountIds);
    const position = await this.position(accountIds);
    if (!copy.isOf(position, before)) throw new OtherRecord('The database was replaced.');
    const started = performance.now();
    const { longestWait, waitPerCall } = this.#options;
    const limit = Math.max(longestWait, copy.callsOf(accountIds) * waitPerCall);
    while (!copy.hasReached(position, accountIds))
      if (!mayWait() || !(await this.#caughtUpInTime(copy, accountIds, { started, limit }))) return false;
    return true;
  }

  /** False if there are too many changes to read now; the background reads them. */
  async catchUp(copy: ColumnarCopy, accountIds: readonly string[] | 'all'): Promise<boolean> {
    // no await from here until #underWay is set; otherwise two requests could start at the same time
    const readPosition = (this.#readPosition ??= await positionReader(this.runInRecord));
    const { maxRowsWhileWaiting: limit, callsAtOnce } = this.#options;
    const options = { readPosition, accountIds, limit, callsAtOnce, signal: this.#closing.signal };
    const started = performance.now();
    this.#began = started;
    this.#underWay = copy.catchUp(this.#database.pool, options).finally(() => {
      this.#underWay = null;
      if (accountIds !== 'all') this.#took = performance.now() - started;
    });
    try {
      await this.#underWay;
      return true;
    } catch (error) {
      if (!(error instanceof TooManyChanges)) throw error;
      this.#events.farBehind(copy);
      return false;
    }
  }

  async catchUpWithAll(copy: ColumnarCopy): Promise<void> {
    const readPosition = (this.#readPosition ??= await positionReader(this.runInRecord));
    await copy.catchUp(this.#database.pool, {
      readPosition,
      accountIds: 'all',
      limit: Number.POSITIVE_INFINITY,
      callsAtOnce: this.#options.callsAtOnce,
      signal: this.#closing.signal,
    });
  }

  /** While changes outpace copying, requests only start it. @param wait start and maximum milliseconds of the request's wait */
  async #caughtUpInTime(
    copy: ColumnarCopy,
    accountIds: readonly string[],
    { started, limit }: { started: number; limit: number },
  ): Promise<boolean> {
    const others = this.#underWay?.then(
      () => true,
      () => true,
    );
    if (this.#took > limit) {
      if (!others) this.catchUp(copy, accountIds).catch(this.#events.failed);
      return false;
    }
    const copying = others ?? this.catchUp(copy, accountIds);
    const left = Math.min(this.#began, started) + limit - performance.now();
    const late = new Error('Copying takes long.');
    const inTime = left > 0 ? withinTime(left, copying, () => late) : Promise.reject(late);
    return inTime.catch((error: unknown) => {
      if (error !== late) throw error;
      copying.catch(this.#events.failed);
      return false;
    });
  }
}
