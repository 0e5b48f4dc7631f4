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

const canceled = '57014';

/** `cancelQuery` causes the same SQLSTATE; only the message differs. */
const wasTooSlow = (error: unknown): boolean =>
  sqlStateOf(error) === canceled && !(error as Error).message.includes('user request');

export interface RequestLimits {
  /** While PostgreSQL does not answer, requests are refused at once. */
  probe: DatabaseProbe;
  /** Milliseconds per wait. Slightly above the statement timeout, so that PostgreSQL ends slow statements first. */
  limit: number;
}

/**
 * Nothing waits beyond the limit; failures to reach PostgreSQL become {@link DatabaseUnavailable}. A timed-out connection is destroyed,
 * because its next statement would receive the late answer. Imports, migrations and jobs use the database directly.
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

async function connectInTime(pool: pg.Pool, { probe, limit }: RequestLimits): Promise<pg.PoolClient> {
  if (!probe.reachable) throw new DatabaseUnavailable();
  // available at once
  if (pool.idleCount > 0 && pool.waitingCount === 0) return pool.connect();
  const connecting = pool.connect();
  const waiting = new AbortController();
  const expired = Promise.withResolvers<never>();
  const clear = timeLimit(limit, () => expired.reject(new DatabaseUnavailable()));
  try {
    return await Promise.race([connecting, expired.promise, probe.failure(waiting.signal)]);
  } catch (error) {
    // a late connection is not needed any more
    connecting.then(
      (late) => late.release(),
      () => {},
    );
    throw unavailable(error, probe);
  } finally {
    clear();
    // an explicit reason avoids a DOMException with a stack per connection
    waiting.abort('no longer waiting');
  }
}

function named([text, ...values]: readonly unknown[]): readonly unknown[] {
  const name = typeof text === 'string' ? preparedNameOf(text) : undefined;
  return name === undefined ? [text, ...values] : [{ name, text, values: values[0] }];
}

function limitedClient(client: pg.PoolClient, { probe, limit }: RequestLimits): pg.PoolClient {
  const query = async (...values: unknown[]): Promise<unknown> => {
    let late = false;
    const clear = timeLimit(limit, () => {
      late = true;
      // during a statement this closes the socket; the pool drops the connection on release
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

/** Lets the probe check for others after a lost connection. */
function unavailable(error: unknown, probe: DatabaseProbe): unknown {
  if (!isConnectionError(error)) return error;
  void probe.check();
  return error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error);
}
