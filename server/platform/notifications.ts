import { seconds } from '@mailcall/contract/time/durations.ts';
import type pg from 'pg';
import { DatabaseUnavailable, isConnectionError } from './database-unavailable.ts';
import type { Logger } from './log.ts';
import { withinTime } from './time-limit.ts';

const reconnectDelay = 1000;

const listenTimeout = seconds(10);

/** Called with each payload of a channel, and with null after a reconnect, when notifications may be missing. */
export type NotificationListener = (payload: string | null) => void;

/** Sent with `pg_notify` by committed transactions of any process. */
export interface Notifications {
  /** Returns a function that stops. After it resolves, no later commit is missed. Throws {@link DatabaseUnavailable}. */
  listen(channel: string, listener: NotificationListener): Promise<() => void>;
  readonly closing: AbortSignal;
  close(): Promise<void>;
}

/** One per process, opened by the first `listen` and reopened after a loss. */
export function openNotifications(pool: pg.Pool, log: Logger): Notifications {
  return new PoolNotifications(pool, log);
}

class PoolNotifications implements Notifications {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #listeners = new Map<string, Set<NotificationListener>>();
  readonly #closing = new AbortController();
  #connection: Promise<pg.PoolClient> | null = null;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #missedNotifications = false;
  /** Resolves after the connection's earlier statements. */
  #statements: Promise<unknown> = Promise.resolve();

  constructor(pool: pg.Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  async listen(channel: string, listener: NotificationListener): Promise<() => void> {
    const channelListeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, channelListeners.add(listener));
    const begin = async () => {
      await this.#listenOn(await this.#connect(), channel);
    };
    try {
      await withinTime(listenTimeout, begin(), () => new DatabaseUnavailable());
    } catch (error) {
      channelListeners.delete(listener);
      throw isConnectionError(error) ? new DatabaseUnavailable(error) : error;
    }
    return () => channelListeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#reconnectTimer);
    const client = await this.#connection?.catch(() => null);
    this.#connection = null;
    client?.removeAllListeners('notification');
    client?.release(true);
  }

  /** Listens to a channel after earlier statements, because a connection runs one at a time. */
  async #listenOn(client: pg.PoolClient, channel: string): Promise<void> {
    const statement = this.#statements.then(() => client.query(`listen ${client.escapeIdentifier(channel)}`));
    this.#statements = statement.catch(() => {});
    await statement;
  }

  #connect(): Promise<pg.PoolClient> {
    if (this.#connection) return this.#connection;
    const opening = this.#open();
    this.#connection = opening;
    opening.catch(() => {
      if (this.#connection === opening) this.#connection = null;
    });
    return opening;
  }

  async #open(): Promise<pg.PoolClient> {
    const client = await this.#pool.connect();
    this.#statements = Promise.resolve();
    try {
      for (const channel of this.#listeners.keys()) await this.#listenOn(client, channel);
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.on('notification', ({ channel, payload }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener(payload ?? '');
    });
    client.once('error', (error) => this.#onConnectionLost(client, error));
    if (this.#missedNotifications) {
      this.#missedNotifications = false;
      const all = [...this.#listeners.values()].flatMap((channelListeners) => [...channelListeners]);
      for (const listener of all) listener(null);
    }
    return client;
  }

  #onConnectionLost(client: pg.PoolClient, error: Error): void {
    // `close` releases it
    if (this.#closing.signal.aborted) return;
    client.removeAllListeners('notification');
    client.release(error);
    this.#connection = null;
    this.#missedNotifications = true;
    this.#scheduleReconnect();
  }

  #scheduleReconnect(): void {
    clearTimeout(this.#reconnectTimer);
    if (this.#closing.signal.aborted) return;
    this.#reconnectTimer = setTimeout(() => {
      this.#connect().catch((error: unknown) => {
        this.#log.warn({ err: error }, 'notifications could not be reconnected');
        this.#scheduleReconnect();
      });
    }, reconnectDelay);
  }
}
