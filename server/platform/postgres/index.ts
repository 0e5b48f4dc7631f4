import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { withinTime } from '../time-limit.ts';
import { runnableBinaries } from './binaries.ts';
import { openHome } from './home.ts';
import { initialize } from './initialize.ts';
import { administrator, ensureRunning, isTransient, type RunningServer, stop } from './running.ts';

export { administrator } from './running.ts';

/** The role that owns the product's databases; it is not a superuser. */
export const databaseOwner = 'mailcall';

/** Milliseconds between tries to bring back a server that died. */
const reopenEvery = 1_000;
/** Milliseconds that the server gets to answer whoever leaves. */
const longestFarewell = 5_000;

/** Every process that uses the server holds this lock, shared, in the database `postgres`. */
const usersLock = 7_305_201;

/** An embedded PostgreSQL that this process uses, perhaps together with others. */
export interface EmbeddedPostgres {
  /** How to reach a database as its owner. */
  connection(
    database: string,
  ): pg.ClientConfig & { host: string; port: number; user: string; database: string };
  /** How to reach a database as its owner, as an address for other programs. */
  url(database: string): string;
  /** A new client with all rights on the server, to make and drop databases; the caller connects and ends it. */
  administrator(): pg.Client;
  /** The number of the server's first process. */
  readonly pid: number;
  /** Makes an empty database unless it is there. */
  createDatabase(name: string): Promise<void>;
  /** Stops using it; the last process that does so stops the server. */
  close(): Promise<void>;
}

/** What may be chosen when a server is used. */
export interface EmbeddedOptions {
  /** Keep what was committed through a power cut; off only for throw-away data. On unless given. */
  durable?: boolean;
  /**
   * Milliseconds that a silent holder of the folder, or what a killed server left behind, gets to answer or go;
   * 15,000 unless given.
   */
  startTimeout?: number;
  /** Gets lines for the person at the terminal. */
  say?: (line: string) => void;
}

/**
 * Uses the PostgreSQL in `folder`/postgres: makes its data the first time, adopts a server that runs on it, else starts
 * one in a session of its own. When the server dies under us it is started again.
 * @throws {OperatorProblem} when that cannot be done, saying what to do.
 */
export async function useEmbeddedPostgres(
  folder: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const tuning = { durable: options.durable ?? true };
  const home = await openHome(folder, options.say ?? (() => {}));
  const binaries = await runnableBinaries(home.folder, home.user);
  await initialize(home, binaries, tuning.durable);

  const leaving = new AbortController();
  const { startTimeout = 15_000 } = options;
  let server: RunningServer;
  let holder: pg.Client;

  /** Opens the connection that holds our share of the server; a server that another process just stopped is restarted. */
  async function hold(): Promise<void> {
    for (;;) {
      server = await ensureRunning(home, binaries, tuning, { startTimeout, leaving: leaving.signal });
      const client = administrator(server);
      try {
        await client.connect();
        await client.query('select pg_advisory_lock_shared($1)', [usersLock]);
        client.once('end', () => {
          if (!leaving.signal.aborted) reopening = reopen();
        });
        holder = client;
        return;
      } catch (error) {
        await client.end().catch(() => {});
        if (!isTransient(error)) throw error;
        await pause(50);
      }
    }
  }
  /** Does so again and again until it succeeds or we leave: a folder may be held, or a disk full, only for a while. */
  async function reopen(): Promise<void> {
    while (!leaving.signal.aborted) {
      try {
        return await hold();
      } catch {
        await pause(reopenEvery, undefined, { signal: leaving.signal }).catch(() => {});
      }
    }
  }
  let reopening = Promise.resolve();
  await hold();
  await createOwner();

  async function createOwner(): Promise<void> {
    const { rowCount } = await holder.query('select from pg_roles where rolname = $1', [databaseOwner]);
    if (rowCount) return;
    await holder.query(`create role ${databaseOwner} login`).catch(unlessThere);
  }

  return {
    connection: (database) => ({
      host: server.socketFolder,
      port: server.port,
      user: databaseOwner,
      database,
    }),
    url: (database) =>
      `postgres://${databaseOwner}@${encodeURIComponent(server.socketFolder)}:${server.port}/${encodeURIComponent(database)}`,
    administrator: () => administrator(server),
    get pid() {
      return server.pid;
    },
    async createDatabase(name) {
      const { rowCount } = await holder.query('select from pg_database where datname = $1', [name]);
      if (rowCount) return;
      await holder
        .query(`create database ${pg.escapeIdentifier(name)} owner ${databaseOwner}`)
        .catch(unlessThere);
    },
    async close() {
      if (leaving.signal.aborted) return;
      // a server that died is not started again, to recover for minutes, only to be stopped
      leaving.abort();
      await reopening;
      // Our share goes first: of several processes that leave at once, the last to let go finds nobody else.
      const letGo = holder.query<{ alone: boolean }>(
        'select pg_advisory_unlock_shared($1) as unlocked, pg_try_advisory_lock($1) as alone',
        [usersLock],
      );
      // one that is frozen never answers: it is left as it is
      const last = await withinTime(longestFarewell, letGo, () => new Error('no answer')).then(
        ({ rows }) => rows[0]?.alone === true,
        () => false,
      );
      if (last) await stop(home, server);
      await holder.end().catch(() => {});
    },
  };
}

/** Another process made the same thing at the same moment. */
function unlessThere(error: unknown): void {
  const { code } = error as { code?: string };
  if (!['42710', '42P04', '23505'].includes(code ?? '')) throw error;
}
