import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { withinTime } from '../time-limit.ts';
import { type Binaries, runnableBinaries } from './binaries.ts';
import { type Home, openHome } from './home.ts';
import { initialize } from './initialize.ts';
import { administrator, ensureRunning, isTransient, type RunningServer, stop } from './running.ts';

export { hasDatabase, hasHome } from './home.ts';
export { administrator } from './running.ts';

/** The role that owns the product's databases; it is not a superuser. */
export const databaseOwner = 'mailcall';

/** Milliseconds between attempts to restart a server that died. */
const reopenInterval = 1_000;
/** Milliseconds in which the server has to answer when its use ends. */
const closeTimeout = 5_000;

/** Every process that uses the server holds this lock, shared, in the database `postgres`. */
const usersLock = 7_305_201;

/** An embedded PostgreSQL that this process uses, possibly together with other processes. */
export interface EmbeddedPostgres {
  /** How to reach a database as its owner. */
  connection(
    database: string,
  ): pg.ClientConfig & { host: string; port: number; user: string; database: string };
  /** How to reach a database as its owner, as an address for other programs. */
  url(database: string): string;
  /** A new client with all rights on the server, to create and drop databases; the caller connects and ends it. */
  administrator(): pg.Client;
  /** The number of the server's first process. */
  readonly pid: number;
  /** Creates an empty database unless it exists. */
  createDatabase(name: string): Promise<void>;
  /** Stops using it; the last process that does so stops the server. */
  close(): Promise<void>;
}

/** The options of using a server. */
export interface EmbeddedOptions {
  /** Keep what was committed through a power cut; off only for throw-away data. On by default. */
  durable?: boolean;
  /**
   * Milliseconds to wait for an unresponsive holder of the folder, or for the remains of a killed server, to answer or
   * end; 15,000 by default.
   */
  startTimeout?: number;
  /** Prints a line for the person at the terminal. */
  say?: (line: string) => void;
}

/**
 * Uses the PostgreSQL in `folder`/postgres: creates its data the first time, adopts a server that runs on it, else starts
 * one in a session of its own. A server that dies while it is used is started again.
 * @throws {OperatorProblem} when that cannot be done, saying what to do.
 */
export async function useEmbeddedPostgres(
  folder: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const durable = options.durable ?? true;
  const home = await openHome(folder, options.say ?? (() => {}));
  const binaries = await runnableBinaries(home.folder, home.user);
  await initialize(home, binaries, durable);
  const server = new SharedServer(home, binaries, { durable, startTimeout: options.startTimeout ?? 15_000 });
  await server.open();
  return server;
}

/** The server of a home, which this process shares with others by a lock on one connection. */
class SharedServer implements EmbeddedPostgres {
  readonly #home: Home;
  readonly #binaries: Binaries;
  readonly #options: Required<Pick<EmbeddedOptions, 'durable' | 'startTimeout'>>;
  readonly #closing = new AbortController();
  #reopening = Promise.resolve();
  #opened: { server: RunningServer; holder: pg.Client } | null = null;

  constructor(
    home: Home,
    binaries: Binaries,
    options: Required<Pick<EmbeddedOptions, 'durable' | 'startTimeout'>>,
  ) {
    this.#home = home;
    this.#binaries = binaries;
    this.#options = options;
  }

  get pid(): number {
    return this.#present.server.pid;
  }

  /** Starts or adopts the server and creates the owner of the databases. */
  async open(): Promise<void> {
    await this.#hold();
    const { holder } = this.#present;
    const { rowCount } = await holder.query('select from pg_roles where rolname = $1', [databaseOwner]);
    if (rowCount) return;
    await holder.query(`create role ${databaseOwner} login`).catch(ignoreExisting);
  }

  connection(database: string) {
    const { socketFolder, port } = this.#present.server;
    return { host: socketFolder, port, user: databaseOwner, database };
  }

  url(database: string): string {
    const { socketFolder, port } = this.#present.server;
    return `postgres://${databaseOwner}@${encodeURIComponent(socketFolder)}:${port}/${encodeURIComponent(database)}`;
  }

  administrator(): pg.Client {
    return administrator(this.#present.server);
  }

  async createDatabase(name: string): Promise<void> {
    const { holder } = this.#present;
    const { rowCount } = await holder.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    await holder
      .query(`create database ${pg.escapeIdentifier(name)} owner ${databaseOwner}`)
      .catch(ignoreExisting);
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    // a server that died is not started again, to recover for minutes, only to be stopped
    this.#closing.abort();
    await this.#reopening;
    const { server, holder } = this.#present;
    // The shared lock is released first: of several processes that close together, the last one finds no other.
    const released = holder.query<{ alone: boolean }>(
      'select pg_advisory_unlock_shared($1) as unlocked, pg_try_advisory_lock($1) as alone',
      [usersLock],
    );
    // a frozen server never answers: it is left as it is
    const isLast = await withinTime(closeTimeout, released, () => new Error('no answer')).then(
      ({ rows }) => rows[0]?.alone === true,
      () => false,
    );
    if (isLast) await stop(this.#home, server);
    await holder.end().catch(() => {});
  }

  get #present(): { server: RunningServer; holder: pg.Client } {
    if (!this.#opened) throw new Error('The server is not open yet.');
    return this.#opened;
  }

  /** Opens the connection that holds the shared lock; a server that another process just stopped is restarted. */
  async #hold(): Promise<void> {
    const { durable, startTimeout } = this.#options;
    for (;;) {
      const { signal } = this.#closing;
      const server = await ensureRunning(this.#home, this.#binaries, { durable }, { startTimeout, signal });
      const client = administrator(server);
      try {
        await client.connect();
        await client.query('select pg_advisory_lock_shared($1)', [usersLock]);
        client.once('end', () => {
          if (!this.#closing.signal.aborted) this.#reopening = this.#reopen();
        });
        this.#opened = { server, holder: client };
        return;
      } catch (error) {
        await client.end().catch(() => {});
        if (!isTransient(error)) throw error;
        await pause(50);
      }
    }
  }

  /** Repeats `#hold` until it succeeds or the use ends: a folder can be held, or a disk full, only for a while. */
  async #reopen(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        return await this.#hold();
      } catch {
        await pause(reopenInterval, undefined, { signal }).catch(() => {});
      }
    }
  }
}

/** Ignores that another process created the same thing at the same time. */
function ignoreExisting(error: unknown): void {
  const { code } = error as { code?: string };
  if (!['42710', '42P04', '23505'].includes(code ?? '')) throw error;
}
