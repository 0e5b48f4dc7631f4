import { CompiledQuery } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { SharedReads } from '../../platform/shared-reads.ts';
import { withinTime } from '../../platform/time-limit.ts';
import { type ColumnarCopy, OtherRecord, TooManyChanges } from './columnar-copy.ts';
import { positionReader, type ReadPosition, type RecordPosition } from './record-position.ts';

/** How long requests wait for copying, and how much of it. */
export interface CatchingUpOptions {
  /** Changed rows that are copied while a request waits; more are copied in the background. */
  maxRowsWhileWaiting: number;
  /** Calls that are copied in one transaction when no request waits. */
  callsAtOnce: number;
  /** Milliseconds that a request waits for copying; then the record answers it. */
  longestWait: number;
  /** Milliseconds that a request waits for each call of its scope, if that is longer. */
  waitPerCall: number;
}

/** What copying makes necessary elsewhere. */
interface CatchingUpEvents {
  /** More rows changed than are copied while a request waits. */
  farBehind(copy: ColumnarCopy): void;
  /** Copying that nobody waits for failed. */
  failed(error: unknown): void;
}

/** Brings the copy to where the record is, and has requests wait for that as long as it pays. */
export class CatchingUp {
  readonly #database: Dependencies['database'];
  readonly #options: CatchingUpOptions;
  readonly #events: CatchingUpEvents;
  readonly #closing = new AbortController();
  #readPosition: ReadPosition | null = null;
  readonly #positions = new SharedReads<RecordPosition>();
  #underWay: Promise<void> | null = null;
  /** When copying for requests began last, and how many milliseconds it took the last time. */
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

  /** Resolves when what is copied for requests has ended, however. */
  async ended(): Promise<void> {
    await this.#underWay?.catch(() => {});
  }

  /** Ends what is copied. */
  close(): void {
    this.#closing.abort();
  }

  /** Runs a statement as requests do: nothing waits longer than they may. */
  readonly runInRecord = async <Row extends object>(text: string, values: readonly unknown[]) => {
    const { rows } = await this.#database.kysely.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
    return rows;
  };

  /** Reads the position of accounts in the record, as it is now; once for the requests that a screen sends at once. */
  position(accountIds: readonly string[] | 'all'): Promise<RecordPosition> {
    return this.#positions.read(JSON.stringify(accountIds), async () => {
      const readPosition = (this.#readPosition ??= await positionReader(this.runInRecord));
      return readPosition(this.runInRecord, accountIds);
    });
  }

  /**
   * Whether the copy has the accounts as the record has them now, after copying what is missing.
   * @param mayWait whether copying what is missing is still worth waiting for
   * @throws {OtherRecord} when it is not a copy of this record
   */
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

  /** Copies what the record has changed of some accounts, or of all; false when that is so much that it is left to the background. */
  async catchUp(copy: ColumnarCopy, accountIds: readonly string[] | 'all'): Promise<boolean> {
    // waits for nothing once it is known: otherwise two requests could begin at the same time
    const readPosition = (this.#readPosition ??= await positionReader(this.runInRecord));
    const { maxRowsWhileWaiting: limit, callsAtOnce } = this.#options;
    const options = { readPosition, accountIds, limit, callsAtOnce, signal: this.#closing.signal };
    const started = performance.now();
    this.#began = started;
    this.#underWay = copy.catchUp(this.#database.pool, options).finally(() => {
      this.#underWay = null;
      // of all accounts nobody needs it in time
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

  /** Copies everything that the record has changed, however long it takes. */
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

  /**
   * Waits for what is copied, or copies what the accounts need; false when that takes too long. While more comes in than is copied
   * in time, requests start copying but do not wait for it.
   * @param wait when the request began to wait, and how many milliseconds it may: for all that is copied meanwhile
   */
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
