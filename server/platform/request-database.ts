import type pg from 'pg';
import { Counter } from 'prom-client';
import { type Database, databaseWith } from './database.ts';
import type { DatabaseProbe } from './database-probe.ts';
import { DatabaseUnavailable, isConnectionError } from './database-unavailable.ts';
import { sqlStateOf } from './logged-error.ts';
import { preparedNameOf } from './prepared-statements.ts';
import { processMetrics } from './process-metrics.ts';
import { timeLimit } from './time-limit.ts';

const timeouts = new Counter({
  name: 'mailcall_database_statement_timeouts_total',
  help: 'Statements of requests that took longer than DATABASE_STATEMENT_TIMEOUT.',
  registers: [processMetrics],
});

/** PostgreSQL's state of a statement that was canceled. */
const canceled = '57014';

/** Whether a statement exceeded PostgreSQL's timeout; one that `cancelQuery` canceled has the same state, and only its message differs. */
const wasTooSlow = (error: unknown): boolean =>
  sqlStateOf(error) === canceled && !(error as Error).message.includes('user request');

/** How requests use the database. */
export interface RequestLimits {
  /** Whether PostgreSQL answers; while it does not, requests are refused immediately. */
  probe: DatabaseProbe;
  /**
   * Milliseconds that a request waits for a free connection, and for the answer to each statement. It should be a
   * little longer than PostgreSQL's own statement timeout, which then ends a slow statement first.
   */
  limit: number;
}

/**
 * The same database as requests use it: nothing waits longer than the limit, and whatever fails because PostgreSQL
 * cannot be reached is a {@link DatabaseUnavailable}. A connection whose statement ran out of time is destroyed: its
 * late answer would be taken for that of the next statement. Imports, migrations and jobs use the database itself.
 */
export function requestDatabase(database: Database, limits: RequestLimits): Database {
  const { pool, embedded } = database;
  const known = new WeakMap<pg.PoolClient, pg.PoolClient>();
  const limited = (client: pg.PoolClient): pg.PoolClient => {
    const made = known.get(client) ?? limitedClient(client, limits);
    known.set(client, made);
    return made;
  };
  return {
    ...databaseWith(async () => limited(await connectInTime(pool, limits)), pool, embedded),
    close: () => database.close(),
  };
}

/** A free connection of the pool. */
async function connectInTime(pool: pg.Pool, { probe, limit }: RequestLimits): Promise<pg.PoolClient> {
  if (!probe.reachable) throw new DatabaseUnavailable();
  // comes at once
  if (pool.idleCount > 0 && pool.waitingCount === 0) return pool.connect();
  const connecting = pool.connect();
  const waiting = new AbortController();
  const expired = Promise.withResolvers<never>();
  const clear = timeLimit(limit, () => expired.reject(new DatabaseUnavailable()));
  try {
    return await Promise.race([connecting, expired.promise, probe.failure(waiting.signal)]);
  } catch (error) {
    // a connection that comes after all is not needed any more
    connecting.then(
      (late) => late.release(),
      () => {},
    );
    throw unavailable(error, probe);
  } finally {
    clear();
    // with a reason: without one each connection would cost a DOMException with its stack
    waiting.abort('no longer waiting');
  }
}

/** The arguments of a query, with the name of a statement that connections prepare. */
function named([text, ...values]: readonly unknown[]): readonly unknown[] {
  const name = typeof text === 'string' ? preparedNameOf(text) : undefined;
  return name === undefined ? [text, ...values] : [{ name, text, values: values[0] }];
}

/** A connection whose statements have a timeout. */
function limitedClient(client: pg.PoolClient, { probe, limit }: RequestLimits): pg.PoolClient {
  const query = async (...values: unknown[]): Promise<unknown> => {
    let late = false;
    const clear = timeLimit(limit, () => {
      late = true;
      // with a statement under way this closes the socket, and the pool drops the connection when it is released
      void client.end();
    });
    try {
      const answer = await (Reflect.apply(client.query, client, named(values)) as Promise<unknown>);
      probe.answered();
      return answer;
    } catch (error) {
      if (late || wasTooSlow(error)) timeouts.inc();
      throw late ? unavailable(new DatabaseUnavailable(error), probe) : unavailable(error, probe);
    } finally {
      clear();
    }
  };
  return new Proxy(client, {
    get: (target, name) => {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The error itself, or DatabaseUnavailable for a lost connection; then the probe checks whether others are affected. */
function unavailable(error: unknown, probe: DatabaseProbe): unknown {
  if (!isConnectionError(error)) return error;
  void probe.check();
  return error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error);
}
