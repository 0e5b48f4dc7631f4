import { setImmediate as nextTurn } from 'node:timers/promises';

/** Shares one read within a turn of the event loop. It begins after the last request, so no one gets older data. */
export class SharedReads<Result> {
  readonly #next = new Map<string, Promise<Result>>();

  /** Callers share the result, so they must not change it. */
  read(key: string, read: () => Promise<Result>): Promise<Result> {
    const next = this.#next.get(key) ?? this.#start(key, read);
    this.#next.set(key, next);
    return next;
  }

  async #start(key: string, read: () => Promise<Result>): Promise<Result> {
    await nextTurn();
    this.#next.delete(key);
    return read();
  }
}

export class SharedReadsOf<Result> {
  readonly #byDatabase = new WeakMap<object, SharedReads<Result>>();

  /** Like {@link SharedReads.read}, for one database, connection or transaction. */
  read(database: object, key: string, read: () => Promise<Result>): Promise<Result> {
    const reads = this.#byDatabase.get(database) ?? new SharedReads<Result>();
    this.#byDatabase.set(database, reads);
    return reads.read(key, read);
  }
}
