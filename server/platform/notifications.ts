import type pg from 'pg';
import { DatabaseUnavailable, isConnectionError } from './database-unavailable.ts';
import type { Logger } from './log.ts';
import { withinTime } from './time-limit.ts';

/** Milliseconds until a lost connection is made anew. */
const pauseBeforeAgain = 1000;

/** Milliseconds in which PostgreSQL has to say that a channel is heard. */
const longestListen = 10_000;

/** Told what a channel carries; null when the connection was lost and is back: something may have been missed. */
export type Hear = (payload: string | null) => void;

/** What committed transactions of any process tell by `pg_notify`. */
export interface Notifications {
  /**
   * Hears a channel; the returned function stops. Resolves once what is committed afterwards is heard.
   * @throws {DatabaseUnavailable} when PostgreSQL cannot be reached or does not answer.
   */
  listen(channel: string, hear: Hear): Promise<() => void>;
  /** Aborted when {@link Notifications.close} begins: nothing is heard any more. */
  readonly closing: AbortSignal;
  /** Ends the connection. */
  close(): Promise<void>;
}

/** Opens notifications: one connection per process, made when somebody first listens and anew when it is lost. */
export function openNotifications(pool: pg.Pool, log: Logger): Notifications {
  const listeners = new Map<string, Set<Hear>>();
  const ending = new AbortController();
  let connection: Promise<pg.PoolClient> | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  let missing = false;

  const lost = (client: pg.PoolClient, error: Error) => {
    client.removeAllListeners('notification');
    client.release(error);
    connection = null;
    missing = true;
    connectLater();
  };

  const connectLater = () => {
    clearTimeout(again);
    if (ending.signal.aborted) return;
    again = setTimeout(() => {
      connect().catch((problem: unknown) => {
        log.warn({ err: problem }, 'notifications could not be heard again');
        connectLater();
      });
    }, pauseBeforeAgain);
  };

  const open = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    try {
      for (const channel of listeners.keys())
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.on('notification', ({ channel, payload }) => {
      for (const hear of listeners.get(channel) ?? []) hear(payload ?? '');
    });
    client.once('error', (error) => lost(client, error));
    if (missing) {
      missing = false;
      for (const hear of [...listeners.values()].flatMap((hearing) => [...hearing])) hear(null);
    }
    return client;
  };

  const connect = (): Promise<pg.PoolClient> => {
    if (connection) return connection;
    const opening = open();
    connection = opening;
    opening.catch(() => {
      if (connection === opening) connection = null;
    });
    return opening;
  };

  return {
    closing: ending.signal,
    async listen(channel, hear) {
      const hearing = listeners.get(channel) ?? new Set();
      listeners.set(channel, hearing.add(hear));
      const begin = async () => {
        const client = await connect();
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
      };
      try {
        await withinTime(longestListen, begin(), () => new DatabaseUnavailable());
      } catch (error) {
        hearing.delete(hear);
        throw isConnectionError(error) ? new DatabaseUnavailable(error) : error;
      }
      return () => hearing.delete(hear);
    },
    async close() {
      ending.abort();
      clearTimeout(again);
      const client = await connection?.catch(() => null);
      connection = null;
      client?.removeAllListeners('notification');
      client?.release(true);
    },
  };
}
