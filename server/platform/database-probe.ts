import pg from 'pg';
import { DatabaseUnavailable } from './database-unavailable.ts';
import type { Logger } from './log.ts';
import { withinTime } from './time-limit.ts';

/** Milliseconds in which PostgreSQL has to answer a probe, connecting included. */
const probeTimeout = 2_000;
/** Milliseconds between two probes while PostgreSQL answers. */
const intervalWhileReachable = 2_000;
/** Milliseconds between two probes while it does not, so that requests are accepted again soon, or was late. */
const intervalWhileUnreachable = 250;

/** Finds out whether PostgreSQL answers, on its own connection: a full pool or a slow statement does not matter. */
export interface DatabaseProbe {
  /** Whether the latest probe was answered, or a request while it was under way; true before the first one. */
  readonly reachable: boolean;
  /** Probes now and returns whether PostgreSQL answered. Callers at the same time share one probe. */
  check(): Promise<boolean>;
  /** Says that PostgreSQL has just answered a request: a probe under way that is late did not fail then. */
  answered(): void;
  /** Rejects with {@link DatabaseUnavailable} at the next probe that fails; abort `signal` to stop waiting. */
  failure(signal: AbortSignal): Promise<never>;
  /** Probes repeatedly until it is closed. */
  watch(): void;
  /** Ends the probes and their connection. */
  close(): Promise<void>;
}

/** Opens a probe; it connects at the first check. */
export function openDatabaseProbe(config: pg.ClientConfig, log: Logger): DatabaseProbe {
  return new ConnectionProbe(config, log);
}

class ConnectionProbe implements DatabaseProbe {
  readonly #config: pg.ClientConfig;
  readonly #log: Logger;
  readonly #waiting = new Set<(error: Error) => void>();
  #client: pg.Client | null = null;
  #reachable = true;
  #current: Promise<boolean> | null = null;
  /** Whether a request has got an answer since the present probe began. */
  #answered = false;
  /** Whether the latest probe was late although requests were answered. */
  #uncertain = false;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(config: pg.ClientConfig, log: Logger) {
    this.#config = config;
    this.#log = log;
  }

  get reachable(): boolean {
    return this.#reachable;
  }

  async check(): Promise<boolean> {
    if (this.#closed) return this.#reachable;
    this.#current ??= this.#probe().finally(() => {
      this.#current = null;
    });
    return this.#current;
  }

  answered(): void {
    this.#answered = true;
  }

  failure(signal: AbortSignal): Promise<never> {
    return new Promise((_resolve, reject) => {
      this.#waiting.add(reject);
      signal.addEventListener('abort', () => this.#waiting.delete(reject), { once: true });
    });
  }

  watch(): void {
    void this.check().then(() => {
      if (this.#closed) return;
      const interval =
        this.#reachable && !this.#uncertain ? intervalWhileReachable : intervalWhileUnreachable;
      this.#timer = setTimeout(() => this.watch(), interval);
      this.#timer.unref();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#current;
    if (this.#client) await withinTime(probeTimeout, this.#client.end(), notInTime).catch(() => {});
    if (this.#client) disconnect(this.#client);
  }

  async #probe(): Promise<boolean> {
    const expired = new AbortController();
    this.#answered = false;
    this.#uncertain = false;
    try {
      await withinTime(probeTimeout, this.#query(expired.signal), notInTime);
      if (!this.#reachable) this.#log.info('the database answers again');
      this.#reachable = true;
    } catch (error) {
      expired.abort();
      if (this.#client) disconnect(this.#client);
      this.#client = null;
      // on a busy machine one connection can wait for an answer that others get
      this.#uncertain = error instanceof NotInTime && this.#answered;
      if (this.#uncertain) return this.#reachable;
      if (this.#reachable && !this.#closed) this.#log.error({ err: error }, 'the database does not answer');
      this.#reachable = false;
      for (const reject of this.#waiting) reject(new DatabaseUnavailable());
    }
    return this.#reachable;
  }

  /** Queries on the present connection, else on a new one: an idle connection may have been cut long ago. */
  async #query(expired: AbortSignal): Promise<void> {
    const previous = this.#client;
    const answered = await previous?.query('select 1').then(
      () => true,
      () => false,
    );
    if (answered || expired.aborted) return;
    if (previous) disconnect(previous);
    const next = new pg.Client({ ...this.#config, connectionTimeoutMillis: probeTimeout });
    next.on('error', () => {});
    this.#client = next;
    await next.connect();
    await next.query('select 1');
  }
}

class NotInTime extends Error {
  constructor() {
    super('PostgreSQL did not answer in time.');
  }
}

const notInTime = () => new NotInTime();

/** Closes a client's socket immediately; `end` would wait for the server to close it, and a frozen one never does. */
function disconnect(client: pg.Client): void {
  client.connection.stream.destroy();
}
