import { setTimeout as pause } from 'node:timers/promises';
import { seconds } from '@mailcall/contract/time/durations.ts';
import pg from 'pg';
import { withinTime } from '../time-limit.ts';
import { type Binaries, runnableBinaries } from './binaries.ts';
import { type Home, openHome } from './home.ts';
import { initialize } from './initialize.ts';
import { administrator, ensureRunning, isTransient, type RunningServer, stop } from './running.ts';

export { hasDatabase, hasHome } from './home.ts';
export { administrator } from './running.ts';

/** Owns the product's databases; not a superuser. */
export const databaseOwner = 'mailcall';

const reopenInterval = seconds(1);
const closeTimeout = seconds(5);

/** Shared by every process that uses the server, in the database `postgres`. */
const usersLock = 7_305_201;

export interface EmbeddedPostgres {
  connection(
    database: string,
  ): pg.ClientConfig & { host: string; port: number; user: string; database: string };
  url(database: string): string;
  /** Creates and drops databases. The caller connects and ends it. */
  administrator(): pg.Client;
  readonly pid: number;
  createDatabase(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Commits survive a power failure; turn off only for temporary data. Default: true. */
  durable?: boolean;
  /** Milliseconds to wait for an unresponsive holder of the folder or the remains of a killed server. Default: 15,000. */
  startTimeout?: number;
  say?: (line: string) => void;
}

/** Adopts a running server of `folder`/postgres or starts one in its own session. Restarts it if it dies. Throws OperatorProblem. */
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

/** A lock on one connection shares it with other processes. */
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
    // a dead server must not be restarted, with minutes of recovery, only to be stopped
    this.#closing.abort();
    await this.#reopening;
    const { server, holder } = this.#present;
    // the shared lock goes first: of several closing processes, the last one finds no other
    const released = holder.query<{ alone: boolean }>(
      'select pg_advisory_unlock_shared($1) as unlocked, pg_try_advisory_lock($1) as alone',
      [usersLock],
    );
    // a frozen server never answers and is left alone
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

  /** Opens the connection that holds the shared lock; restarts a server that another process just stopped. */
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

  /** Repeats `#hold` until it succeeds or use ends; a held folder or a full disk may be temporary. */
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

function ignoreExisting(error: unknown): void {
  const { code } = error as { code?: string };
  if (!['42710', '42P04', '23505'].includes(code ?? '')) throw error;
}
