import type pg from 'pg';
import { DatabaseUnavailable, isConnectionError } from './database-unavailable.ts';
import type { Logger } from './log.ts';
import { withinTime } from './time-limit.ts';

/** Milliseconds until a lost connection is made anew. */
const reconnectDelay = 1000;

/** Milliseconds in which PostgreSQL has to say that a channel is heard. */
const longestListen = 10_000;

/** Told what a channel carries; null when the connection was lost and is back: something may have been missed. */
export type NotificationListener = (payload: string | null) => void;

/** What committed transactions of any process tell by `pg_notify`. */
export interface Notifications {
  /**
   * Hears a channel; the returned function stops. Resolves once what is committed afterwards is heard.
   * @throws {DatabaseUnavailable} when PostgreSQL cannot be reached or does not answer.
   */
  listen(channel: string, listener: NotificationListener): Promise<() => void>;
  /** Aborted when {@link Notifications.close} begins: nothing is heard any more. */
  readonly closing: AbortSignal;
  /** Ends the connection. */
  close(): Promise<void>;
}

/** Opens notifications: one connection per process, made when somebody first listens and anew when it is lost. */
export function openNotifications(pool: pg.Pool, log: Logger): Notifications {
  const listeners = new Map<string, Set<NotificationListener>>();
  const closing = new AbortController();
  let connection: Promise<pg.PoolClient> | null = null;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let missedNotifications = false;

  const onConnectionLost = (client: pg.PoolClient, error: Error) => {
    client.removeAllListeners('notification');
    client.release(error);
    connection = null;
    missedNotifications = true;
    scheduleReconnect();
  };

  const scheduleReconnect = () => {
    clearTimeout(reconnectTimer);
    if (closing.signal.aborted) return;
    reconnectTimer = setTimeout(() => {
      connect().catch((problem: unknown) => {
        log.warn({ err: problem }, 'notifications could not be heard again');
        scheduleReconnect();
      });
    }, reconnectDelay);
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
      for (const listener of listeners.get(channel) ?? []) listener(payload ?? '');
    });
    client.once('error', (error) => onConnectionLost(client, error));
    if (missedNotifications) {
      missedNotifications = false;
      for (const listener of [...listeners.values()].flatMap((channelListeners) => [...channelListeners]))
        listener(null);
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
    closing: closing.signal,
    async listen(channel, listener) {
      const channelListeners = listeners.get(channel) ?? new Set();
      listeners.set(channel, channelListeners.add(listener));
      const begin = async () => {
        const client = await connect();
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
      };
      try {
        await withinTime(longestListen, begin(), () => new DatabaseUnavailable());
      } catch (error) {
        channelListeners.delete(listener);
        throw isConnectionError(error) ? new DatabaseUnavailable(error) : error;
      }
      return () => channelListeners.delete(listener);
    },
    async close() {
      closing.abort();
      clearTimeout(reconnectTimer);
      const client = await connection?.catch(() => null);
      connection = null;
      client?.removeAllListeners('notification');
      client?.release(true);
    },
  };
}
