import type pg from 'pg';
import type { Logger } from './log.ts';

/** Milliseconds until a lost connection is made anew. */
const pauseBeforeAgain = 1000;

/** What committed transactions of any process tell by `pg_notify`. */
export interface Notifications {
  /** Hears a channel; the returned function stops. Resolves once nothing that is committed afterwards is missed. */
  listen(channel: string, hear: (payload: string) => void): Promise<() => void>;
  /** Ends the connection. */
  close(): Promise<void>;
}

/** Opens notifications: one connection per process, made when somebody first listens and anew when it is lost. */
export function openNotifications(pool: pg.Pool, log: Logger): Notifications {
  const listeners = new Map<string, Set<(payload: string) => void>>();
  let connection: Promise<pg.PoolClient> | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  const lost = (client: pg.PoolClient, error?: Error) => {
    client.removeAllListeners('notification');
    client.release(error ?? true);
    connection = null;
    if (closed || listeners.size === 0) return;
    again = setTimeout(() => {
      connect().catch((problem: unknown) =>
        log.warn({ err: problem }, 'notifications could not be heard again'),
      );
    }, pauseBeforeAgain);
  };

  const connect = (): Promise<pg.PoolClient> => {
    connection ??= (async () => {
      const client = await pool.connect();
      client.on('notification', ({ channel, payload }) => {
        for (const hear of listeners.get(channel) ?? []) hear(payload ?? '');
      });
      client.once('error', (error) => lost(client, error));
      for (const channel of listeners.keys())
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
      return client;
    })();
    connection.catch(() => {
      connection = null;
    });
    return connection;
  };

  return {
    async listen(channel, hear) {
      const hearing = listeners.get(channel) ?? new Set();
      listeners.set(channel, hearing.add(hear));
      const client = await connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      return () => hearing.delete(hear);
    },
    async close() {
      closed = true;
      clearTimeout(again);
      const client = await connection?.catch(() => null);
      connection = null;
      client?.removeAllListeners('notification');
      client?.release(true);
    },
  };
}
