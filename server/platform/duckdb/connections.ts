import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { Turns } from '../turns.ts';
import type { DuckDbStatement } from './compile-statement.ts';

/** Leaves out DuckDB's message, which quotes values. */
export class DuckDbError extends Error {
  /** Such as `Conversion` or `IO`. */
  readonly kind: string;
  /** May quote values; for tests. */
  readonly detail: string;

  constructor(error: Error) {
    const kind = /(?:^|: )([A-Za-z ]+) Error:/.exec(error.message)?.[1] ?? 'Unknown';
    super(`DuckDB: ${kind} error`);
    this.name = 'DuckDbError';
    this.kind = kind;
    this.detail = error.message;
  }
}

const interruptInterval = 20;

export interface RunOptions {
  signal?: AbortSignal | undefined;
}

/** An abort interrupts the statement from another thread. */
export async function runStatement<Row extends object>(
  connection: DuckDBConnection,
  { text, values }: DuckDbStatement,
  { signal }: RunOptions = {},
): Promise<Row[]> {
  signal?.throwIfAborted();
  let interrupting: NodeJS.Timeout | undefined;
  const end = () => {
    connection.interrupt();
    // repeated, because a statement that has not begun ignores an interruption
    interrupting = setInterval(() => connection.interrupt(), interruptInterval);
  };
  signal?.addEventListener('abort', end, { once: true });
  try {
    const reader = await connection.runAndReadAll(text, [...values]);
    return reader.getRowObjectsJS() as Row[];
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof Error ? new DuckDbError(error) : error;
  } finally {
    signal?.removeEventListener('abort', end);
    clearInterval(interrupting);
  }
}

export class DuckDbConnections {
  readonly #instance: DuckDBInstance;
  readonly #turns: Turns;
  readonly #idle: DuckDBConnection[] = [];
  readonly #running = new Set<Promise<unknown>>();
  #closed = false;

  constructor(instance: DuckDBInstance, limit: number) {
    this.#instance = instance;
    this.#turns = new Turns(limit);
  }

  async run<Row extends object>(statement: DuckDbStatement, options: RunOptions = {}): Promise<Row[]> {
    const running = this.#turns.run(async () => {
      if (this.#closed) throw new Error('The file is closed.');
      const connection = this.#idle.pop() ?? (await this.#instance.connect());
      try {
        return await runStatement<Row>(connection, statement, options);
      } finally {
        this.#idle.push(connection);
      }
    }, options.signal);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Waits for running statements; later ones fail. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
    for (const connection of this.#idle.splice(0)) connection.closeSync();
  }
}
