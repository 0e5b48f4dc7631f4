import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailable } from './database-unavailable.ts';
import type { Environment } from './env.ts';
import { OperatorProblem } from './operator-problem.ts';
import { useEmbeddedPostgres } from './postgres/index.ts';
import type { DB } from './schema.ts';
import { withinTime } from './time-limit.ts';

/** The tables and their columns, as generated from the migrated database. */
export type Schema = DB;

/** What a query runs on: the database, one connection of it, or a transaction. */
export type Queryable = Kysely<Schema>;

/** The record: one pool of connections, seen by kysely for the product and by `pg` for COPY, locks and listening. */
export interface Database {
  readonly pool: pg.Pool;
  readonly kysely: Queryable;
  /** True: our own PostgreSQL in DATA_DIR; false: DATABASE_URL. */
  readonly embedded: boolean;
  /** Runs `work` in one transaction; rolled back when it throws. */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` while no other process runs anything under the same name, waiting as long as that takes. The lock is held by
   * a connection of its own; `work` uses others.
   */
  exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Like `exclusively`, but does not wait: returns null, and runs nothing, while another process holds the name. */
  exclusivelyIfFree<Result>(name: string, work: () => Promise<Result>): Promise<Result | null>;
  /**
   * Cancels the query that a connection is running, by its backend's process id. It uses its own connection: those of the
   * pool may all be taken by callers that wait for this one.
   */
  cancelQuery(backend: number): Promise<void>;
  /** Ends the connections and, as the last process that uses it, the embedded PostgreSQL. */
  close(): Promise<void>;
}

/** Milliseconds in which a connection has to be made. It does not limit waiting for a free one of the pool. */
const connectTimeout = 3_000;
/** Milliseconds in which the server has to accept the request to cancel another connection's query. */
const cancelTimeout = 3_000;

/** Milliseconds without traffic after which the system probes whether the other end of a connection is still there. */
const keepAliveDelay = 60_000;

/** A client whose connecting times out. The pool's own timeout would also apply to waiting for a free client. */
class PromptClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectTimeout });
  }
}

/**
 * Every join is by account and id, of accounts in a list. PostgreSQL does not know that the rows of both sides have the same few
 * accounts: the more accounts there are, the better a merge by the account alone looks, which compares each row of an office with
 * each other one.
 */
const sessionSettings = '-c enable_mergejoin=off';

/** The address of a server with our settings of a session before its own `options`, which would replace them. */
function withSessionSettings(address: string): string {
  const url = new URL(address);
  const own = url.searchParams.get('options');
  if (own === null) return address;
  url.searchParams.set('options', `${sessionSettings} ${own}`);
  return url.href;
}

/** The database inside the embedded server. */
const embeddedDatabase = 'mailcall';

const oldestMajor = 15;
const newestMajor = 18;

/** Whole numbers past 2^53 would change silently: they are refused. */
function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large to be a number here.`);
  return value;
}

/**
 * int8 and numeric come as numbers, dates as `YYYY-MM-DD`, timestamps with a zone as Date; arrays of them likewise.
 * The table is pg's own and one per process.
 */
function setTypeParsers(): void {
  // a number, because pg's types name those of plain types only
  const textArrayType: number = 1009;
  const textArray: (text: string) => (string | null)[] | null = pg.types.getTypeParser(textArrayType);
  const arrayOf = (parse: (text: string) => unknown) => (text: string) =>
    (textArray(text) ?? []).map((item) => (item === null ? null : parse(item)));
  const parsers: readonly [type: number, array: number, parse: (text: string) => unknown][] = [
    [20, 1016, wholeNumber],
    [1700, 1231, Number],
    [1082, 1182, (text) => text],
  ];
  for (const [type, array, parse] of parsers) {
    pg.types.setTypeParser(type, parse);
    pg.types.setTypeParser(array, arrayOf(parse));
  }
}
setTypeParsers();

/**
 * Runs queries on a connection that the caller holds, with its session's settings and temporary tables. Never releases or
 * ends the connection.
 */
export function queryableOn(client: pg.PoolClient): Queryable {
  const held = { query: client.query.bind(client) as PostgresPoolClient['query'], release: () => {} };
  const pool = { connect: async () => held, end: async () => {}, options: {} };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** How a database gets its connections. */
interface DatabaseOptions {
  embedded: boolean;
  /** Called after the pool's connections have ended. */
  release?: () => Promise<void>;
  /** Called when an idle connection is lost. */
  onConnectionLost?: (error: Error) => void;
}

/** A database over a pool. */
export function databaseOver(pool: pg.Pool, options: DatabaseOptions): Database {
  let closing = false;
  // An idle connection that is cut off is replaced at the next query.
  pool.on('error', (error) => {
    if (!closing) options.onConnectionLost?.(error);
  });
  // One that is lost while in use fails its query; without a listener it would also end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    ...databaseWith(() => pool.connect(), pool, options.embedded),
    async close() {
      closing = true;
      await pool.end();
      await options.release?.();
    },
  };
}

/** A database whose connections come from `connect`, which may limit those of the pool. */
export function databaseWith(
  connect: () => Promise<pg.PoolClient>,
  pool: pg.Pool,
  embedded: boolean,
): Omit<Database, 'close'> {
  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: { connect, end: async () => {}, options: {} } }),
  });
  /** Runs `work` with a function that takes the lock of that name, and releases the lock and its connection afterwards. */
  async function withLock<Result>(
    name: string,
    work: (take: (statement: string) => Promise<boolean>) => Promise<Result>,
  ): Promise<Result> {
    const client = await connect();
    let [taken, broken]: [boolean, Error | undefined] = [false, undefined];
    try {
      // the present holder of the lock may work for minutes
      await client.query('set statement_timeout = 0');
      return await work(async (statement) => {
        const { rows } = await client.query<{ taken: boolean }>(statement, [name]);
        taken = rows[0]?.taken ?? false;
        return taken;
      });
    } finally {
      await client
        .query(taken ? 'select pg_advisory_unlock(hashtextextended($1, 0))' : 'select $1::text', [name])
        .then(() => client.query('reset statement_timeout'))
        .catch((error: unknown) => {
          broken = error as Error;
        });
      client.release(broken);
    }
  }
  return {
    pool,
    kysely,
    embedded,
    transaction: (work) => kysely.transaction().execute(work),
    exclusively: (name, work) =>
      withLock(name, async (take) => {
        await take('select pg_advisory_lock(hashtextextended($1, 0)) is not null as taken');
        return work();
      }),
    exclusivelyIfFree: (name, work) =>
      withLock(name, async (take) =>
        (await take('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken')) ? work() : null,
      ),
    async cancelQuery(backend) {
      const client = new pg.Client({ ...connectionOf(pool), connectionTimeoutMillis: connectTimeout });
      client.on('error', () => {});
      await client.connect();
      const canceled = client.query('select pg_cancel_backend($1::int)', [backend]);
      // ending the client before the server has answered closes the connection immediately
      await withinTime(cancelTimeout, canceled, () => new DatabaseUnavailable()).finally(() => client.end());
    },
  };
}

/** How to make a connection like those of the pool. */
export function connectionOf(pool: pg.Pool): pg.ClientConfig {
  // the password is not among the properties that are copied
  return { ...pool.options, password: pool.options.password };
}

/** What is wrong with a server of that version (`server_version_num`, such as 160004); null when nothing. */
export function versionProblem(number: number): string | null {
  const major = Math.floor(number / 10_000);
  if (major >= oldestMajor && major <= newestMajor) return null;
  return `The server at DATABASE_URL is PostgreSQL ${major}; Mailcall needs ${oldestMajor} to ${newestMajor}.`;
}

/** Refuses an outside server that does not answer or is of another version. */
async function checkServer(pool: pg.Pool): Promise<void> {
  const result = pool.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  const { rows } = await result.catch((error: Error & { code?: string }) => {
    throw new OperatorProblem(
      `The PostgreSQL at DATABASE_URL does not answer: ${error.message || error.code}`,
    );
  });
  const problem = versionProblem(rows[0]?.version ?? 0);
  if (problem) throw new OperatorProblem(problem);
}

/**
 * Opens the record: the PostgreSQL at DATABASE_URL, else the embedded one in DATA_DIR, started if need be.
 * @throws {OperatorProblem} when it cannot be opened, saying what to do.
 */
export async function openDatabase(
  environment: Pick<
    Environment,
    'databaseUrl' | 'dataFolder' | 'databaseConnections' | 'databaseStatementTimeout'
  >,
  options: { say?: (line: string) => void; onConnectionLost?: (error: Error) => void } = {},
): Promise<Database> {
  const common = {
    max: environment.databaseConnections,
    application_name: 'mailcall',
    statement_timeout: environment.databaseStatementTimeout * 1000,
    options: sessionSettings,
    Client: PromptClient,
    // detects a server that disappeared without closing its connections, also on connections that only listen
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelay,
  };
  if (environment.databaseUrl !== undefined) {
    const pool = new pg.Pool({ ...common, connectionString: withSessionSettings(environment.databaseUrl) });
    const database = databaseOver(pool, { embedded: false, onConnectionLost: options.onConnectionLost });
    try {
      await checkServer(pool);
    } catch (error) {
      await database.close();
      throw error;
    }
    return database;
  }
  const server = await useEmbeddedPostgres(environment.dataFolder, { say: options.say });
  try {
    await server.createDatabase(embeddedDatabase);
  } catch (error) {
    await server.close();
    throw error;
  }
  const pool = new pg.Pool({ ...common, ...server.connection(embeddedDatabase) });
  return databaseOver(pool, {
    embedded: true,
    release: () => server.close(),
    onConnectionLost: options.onConnectionLost,
  });
}
