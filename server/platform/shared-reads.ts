import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Reads once for all that ask for the same in one turn of the event loop, such as the requests of a screen. A read begins after
 * the last of them asked, so that nobody gets what was read before; who asks later has it read anew.
 */
export class SharedReads<Result> {
  /** Reads that have not begun, by what they read. */
  readonly #next = new Map<string, Promise<Result>>();

  /**
   * @param key what is read
   * @param read reads it; its result is shared, so that nobody may change it
   * @throws what `read` throws, for everyone who asked.
   */
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

/** Shared reads of one kind in any number of databases: each shares its own. */
export class SharedReadsOf<Result> {
  readonly #byDatabase = new WeakMap<object, SharedReads<Result>>();

  /** As {@link SharedReads.read}, in one database, connection or transaction. */
  read(database: object, key: string, read: () => Promise<Result>): Promise<Result> {
    const reads = this.#byDatabase.get(database) ?? new SharedReads<Result>();
    this.#byDatabase.set(database, reads);
    return reads.read(key, read);
  }
}
