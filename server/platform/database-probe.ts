import { seconds } from '@mailcall/contract/time/durations.ts';
import pg from 'pg';
import { DatabaseUnavailable } from './database-unavailable.ts';
import type { Logger } from './log.ts';
import { withinTime } from './time-limit.ts';

/** Includes connecting. */
const probeTimeout = seconds(2);
const intervalWhileReachable = seconds(2);
/** Short, so that requests are soon accepted again. */
const intervalWhileUnreachable = 250;

/** Uses its own connection, so that a full pool or a slow statement does not matter. */
export interface DatabaseProbe {
  /** According to the last probe, or a request during it. True before the first probe. */
  readonly reachable: boolean;
  check(): Promise<boolean>;
  /** PostgreSQL has just answered a request, so a late probe does not count as failed. */
  answered(): void;
  /** Rejects with {@link DatabaseUnavailable} at the next failed probe. Abort `signal` to stop waiting. */
  failure(signal: AbortSignal): Promise<never>;
  watch(): void;
  close(): Promise<void>;
}

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
  #answered = false;
  /** The last probe was late while requests were answered. */
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
      // on a busy machine one connection may wait while others get answers
      this.#uncertain = error instanceof NotInTime && this.#answered;
      if (this.#uncertain) return this.#reachable;
      if (this.#reachable && !this.#closed) this.#log.error({ err: error }, 'the database does not answer');
      this.#reachable = false;
      for (const reject of this.#waiting) reject(new DatabaseUnavailable());
    }
    return this.#reachable;
  }

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

/** `end` would wait for the server, and a frozen server never closes the socket. */
function disconnect(client: pg.Client): void {
  client.connection.stream.destroy();
}
