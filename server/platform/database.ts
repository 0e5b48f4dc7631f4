import { minutes, seconds } from '@mailcall/contract/time/durations.ts';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailable } from './database-unavailable.ts';
import type { Environment } from './env.ts';
import { OperatorProblem } from './operator-problem.ts';
import { useEmbeddedPostgres } from './postgres/index.ts';
import type { DB } from './schema.ts';
import { withinTime } from './time-limit.ts';

export type Schema = DB;

export type Queryable = Kysely<Schema>;

export interface Database {
  readonly pool: pg.Pool;
  readonly kysely: Queryable;
  /** True for the PostgreSQL in DATA_DIR, false for DATABASE_URL. */
  readonly embedded: boolean;
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result>;
  /** Waits for the name without a limit. The lock has its own connection. */
  exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Returns null at once while another process holds the name. */
  exclusivelyIfFree<Result>(name: string, work: () => Promise<Result>): Promise<Result | null>;
  /** Uses its own connection, because callers may hold the whole pool. */
  cancelQuery(backend: number): Promise<void>;
  /** The last process that uses the embedded PostgreSQL also stops it. */
  close(): Promise<void>;
}

/** Milliseconds for connecting, without the wait for a free pool connection. */
const connectTimeout = seconds(3);
const cancelTimeout = seconds(3);

/** Milliseconds without traffic before the system probes a connection. */
const keepAliveDelay = minutes(1);

/** The pool's own timeout would include the wait for a free client. */
class PromptClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectTimeout });
  }
}

/** Joins by account and id; a merge join by account alone would compare every row of an office with every other one. */
const sessionSettings = '-c enable_mergejoin=off';

/** Adds the session settings before the URL's own `options`, which would otherwise replace them. */
function withSessionSettings(address: string): string {
  const url = new URL(address);
  const own = url.searchParams.get('options');
  if (own === null) return address;
  url.searchParams.set('options', `${sessionSettings} ${own}`);
  return url.href;
}

const embeddedDatabase = 'mailcall';

const oldestMajor = 15;
const newestMajor = 18;

/** Refuses whole numbers beyond 2^53, which would silently lose digits. */
function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large to be a number here.`);
  return value;
}

/** int8 and numeric become numbers, dates `YYYY-MM-DD`. The table belongs to pg: one per process. */
function setTypeParsers(): void {
  // a number, because pg names only scalar types
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

/** Keeps the caller's connection, with its session settings and temporary tables. Never releases it. */
export function queryableOn(client: pg.PoolClient): Queryable {
  const held = { query: client.query.bind(client) as PostgresPoolClient['query'], release: () => {} };
  const pool = { connect: async () => held, end: async () => {}, options: {} };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

interface DatabaseOptions {
  embedded: boolean;
  release?: () => Promise<void>;
  onConnectionLost?: (error: Error) => void;
}

export function databaseOver(pool: pg.Pool, options: DatabaseOptions): Database {
  let closing = false;
  // the next query replaces a lost idle connection
  pool.on('error', (error) => {
    if (!closing) options.onConnectionLost?.(error);
  });
  // a connection lost during use fails its query; without a listener it would also end the process
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

export function databaseWith(
  connect: () => Promise<pg.PoolClient>,
  pool: pg.Pool,
  embedded: boolean,
): Omit<Database, 'close'> {
  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: { connect, end: async () => {}, options: {} } }),
  });
  async function withLock<Result>(
    name: string,
    work: (take: (statement: string) => Promise<boolean>) => Promise<Result>,
  ): Promise<Result> {
    const client = await connect();
    let [taken, broken]: [boolean, Error | undefined] = [false, undefined];
    try {
      // the current holder may work for minutes
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
      // ending before the server's answer closes the connection immediately
      await withinTime(cancelTimeout, canceled, () => new DatabaseUnavailable()).finally(() => client.end());
    },
  };
}

export function connectionOf(pool: pg.Pool): pg.ClientConfig {
  // the password is not an enumerable property
  return { ...pool.options, password: pool.options.password };
}

/** Null for a supported `server_version_num`, such as 160004. */
export function versionProblem(number: number): string | null {
  const major = Math.floor(number / 10_000);
  if (major >= oldestMajor && major <= newestMajor) return null;
  return `The server at DATABASE_URL is PostgreSQL ${major}; Mailcall needs ${oldestMajor} to ${newestMajor}.`;
}

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

/** PostgreSQL at DATABASE_URL, otherwise the embedded one in DATA_DIR. Throws OperatorProblem with a remedy. */
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
    // detects a server that vanished without closing connections, even on connections that only listen
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
