import pg from 'pg';
import { DatabaseUnavailable } from './database-unavailable.ts';
import type { Logger } from './log.ts';
import { withinTime } from './time-limit.ts';

/** Milliseconds in which PostgreSQL has to answer a probe, connecting included. */
const probeLimit = 2_000;
/** Milliseconds between two probes while PostgreSQL answers. */
const pauseWhileReachable = 2_000;
/** Milliseconds between two probes while it does not: requests are refused for no longer than need be. */
const pauseWhileUnreachable = 250;

/** Finds out whether PostgreSQL answers, on a connection of its own: a full pool or a slow statement does not matter. */
export interface DatabaseProbe {
  /** Whether the latest probe was answered; true before the first one. */
  readonly reachable: boolean;
  /** Probes now and returns whether PostgreSQL answered. Callers at the same time share one probe. */
  check(): Promise<boolean>;
  /** Rejects with {@link DatabaseUnavailable} at the next probe that fails; give `signal` to stop waiting. */
  failure(signal: AbortSignal): Promise<never>;
  /** Probes again and again until it is closed. */
  watch(): void;
  /** Ends the probes and their connection. */
  close(): Promise<void>;
}

/** Opens a probe; it connects at the first check. */
export function openDatabaseProbe(config: pg.ClientConfig, log: Logger): DatabaseProbe {
  const waiting = new Set<(error: Error) => void>();
  let client: pg.Client | null = null;
  let reachable = true;
  let current: Promise<boolean> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  /** Makes the connection anew unless the one that is there answers: an idle one may have been cut long ago. */
  const ask = async (expired: AbortSignal) => {
    const before = client;
    const answered = await before?.query('select 1').then(
      () => true,
      () => false,
    );
    if (answered || expired.aborted) return;
    if (before) disconnect(before);
    const next = new pg.Client({ ...config, connectionTimeoutMillis: probeLimit });
    next.on('error', () => {});
    client = next;
    await next.connect();
    await next.query('select 1');
  };

  const probe = async (): Promise<boolean> => {
    const expired = new AbortController();
    try {
      await withinTime(probeLimit, ask(expired.signal), notInTime);
      if (!reachable) log.info('the database answers again');
      reachable = true;
    } catch (error) {
      expired.abort();
      if (client) disconnect(client);
      client = null;
      if (reachable && !closed) log.error({ err: error }, 'the database does not answer');
      reachable = false;
      for (const reject of waiting) reject(new DatabaseUnavailable());
    }
    return reachable;
  };

  const check = async () => {
    if (closed) return reachable;
    current ??= probe().finally(() => {
      current = null;
    });
    return current;
  };

  const watch = () => {
    void check().then(() => {
      if (closed) return;
      timer = setTimeout(watch, reachable ? pauseWhileReachable : pauseWhileUnreachable);
      timer.unref();
    });
  };

  return {
    get reachable() {
      return reachable;
    },
    check,
    failure: (signal) =>
      new Promise((_resolve, reject) => {
        waiting.add(reject);
        signal.addEventListener('abort', () => waiting.delete(reject), { once: true });
      }),
    watch,
    async close() {
      closed = true;
      clearTimeout(timer);
      await current;
      if (client) await withinTime(probeLimit, client.end(), notInTime).catch(() => {});
      if (client) disconnect(client);
    },
  };
}

const notInTime = () => new Error('PostgreSQL did not answer in time.');

/** Closes a client's socket at once; `end` would wait for the server to close it, and a frozen one never does. */
function disconnect(client: pg.Client): void {
  client.connection.stream.destroy();
}
