import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { type Database, databaseOver } from '../../server/platform/database.ts';
import { addressOf, cloneDistributed, dropDistributed } from './citus-cluster.ts';
import { loadParser, undistributedForms } from './undistributed-forms.ts';
import { closings } from '../../server/platform/drop-for-tests.ts';
import { administrator, databaseOwner } from '../../server/platform/postgres/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How test files connect to this run's PostgreSQL. `cluster` is the URL of a Citus cluster to use instead. */
    testServer: { socketFolder: string; port: number; template: string; cluster: string | null };
  }
}

let clones = 0;

/** Milliseconds until a closed connection must be gone from the server's list. */
const closingTimeout = 2_000;

/** This worker's connection to a database that is never cloned; undefined before the first use and after a loss. */
let administration: Promise<pg.Client> | undefined;

async function connectAdministrator(): Promise<pg.Client> {
  // its types lack methods that pools use
  const client = administrator(inject('testServer')) as pg.Client & { unref(): void };
  client.once('end', () => (administration = undefined));
  await client.connect();
  // a worker may end without closing it
  client.unref();
  return client;
}

/** Runs a statement as superuser. It reuses one connection, because opening one takes as long as many statements. */
async function administer<Row extends pg.QueryResultRow>(
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  administration ??= connectAdministrator();
  return (await (await administration).query<Row>(statement, values)).rows;
}

export interface ClonedDatabase {
  readonly name: string;
  readonly url: string;
  readonly database: Database;
  /** Throws if a connection was not released, a client was not closed, or a statement would fail on a distributed database. */
  drop(): Promise<void>;
}

/** Clones the migrated template. The caller must drop it. */
export async function cloneDatabase(): Promise<ClonedDatabase> {
  const { socketFolder, port, template, cluster } = inject('testServer');
  clones += 1;
  const name = `test_${process.pid}_${process.hrtime.bigint()}_${clones}`;
  if (cluster !== null) return cloneOfCluster(cluster, template, name);
  const statement = `create database ${name} template ${template} owner ${databaseOwner} strategy file_copy`;
  await administer(statement);
  const pool = new pg.Pool({ host: socketFolder, port, user: databaseOwner, database: name, max: 10 });
  const ran = statementsOf(pool);
  const database = databaseOver(pool, { embedded: true });
  closings.set(pool, []);
  return {
    name,
    url: `postgres://${databaseOwner}@${encodeURIComponent(socketFolder)}:${port}/${name}`,
    database,
    async drop() {
      for (const close of closings.get(pool) ?? []) close();
      const acquired = pool.totalCount - pool.idleCount;
      if (acquired === 0) await database.close();
      const left = await waitForClosing(name);
      await administer(`drop database ${name} with (force)`);
      if (acquired > 0) throw new Error(`${acquired} connection(s) of the pool were not released.`);
      if (left.length > 0)
        throw new Error(
          `${left.length} connection(s) to the test database were not closed: ${left.join('; ')}`,
        );
      await refuseUndistributed(ran);
    },
  };
}

function statementsOf(pool: pg.Pool): Set<string> {
  const texts = new Set<string>();
  pool.on('connect', (client) => {
    const methods = Reflect.getPrototypeOf(client) as { query: (...values: unknown[]) => unknown };
    Reflect.set(client, 'query', (...values: unknown[]) => {
      if (typeof values[0] === 'string' && typeof values.at(-1) !== 'function') texts.add(values[0]);
      // looked up at call time, because tests spy on the queries of every client
      return methods.query.apply(client, values);
    });
  });
  return texts;
}

const known = new Set<string>();

/** Features whose statements must run on a distributed database. */
const distributable =
  /features\/(activity|alerts|api-keys|audits|callbacks|calls|campaigns|connectors|data-out|derived-data|designs|exports|front-desk|identity|images|ingest|ingest-http|live|mapping|maps|metrics|notification-settings|office-activity|office-merges|operators|outbox|patient-lists|personal-data|picklists|portal-changes|read-model|score-disputes|score-quality|scoreboard|scoring|search|tracking-lines|webhooks)\//;

async function refuseUndistributed(texts: ReadonlySet<string>): Promise<void> {
  if (!distributable.test(expect.getState().testPath ?? '')) return;
  await loadParser();
  const problems: string[] = [];
  for (const text of texts) {
    if (known.has(text)) continue;
    known.add(text);
    for (const form of undistributedForms(text)) problems.push(`A statement ${form}: ${text}`);
  }
  if (problems.length > 0) throw new Error(problems.join('\n\n'));
}

async function cloneOfCluster(cluster: string, template: string, name: string): Promise<ClonedDatabase> {
  await cloneDistributed(cluster, template, name);
  const url = addressOf(cluster, name);
  const database = databaseOver(new pg.Pool({ connectionString: url, max: 10 }), { embedded: false });
  return {
    name,
    url,
    database,
    async drop() {
      await database.close();
      await dropDistributed(cluster, name);
    },
  };
}

async function waitForClosing(name: string): Promise<string[]> {
  const until = Date.now() + closingTimeout;
  for (;;) {
    const rows = await administer<{ connection: string }>(
      `select concat_ws(' ', application_name, state, left(query, 80)) as connection from pg_stat_activity where datname = $1`,
      [name],
    );
    if (rows.length === 0 || Date.now() > until) return rows.map(({ connection }) => connection);
    await pause(10);
  }
}

/** Creates a migrated database for the file; a connection still in use fails it. Read only in tests and hooks. */
export function testDatabase(): Pick<ClonedDatabase, 'name' | 'url' | 'database'> {
  let clone: ClonedDatabase | undefined;
  beforeAll(async () => {
    clone = await cloneDatabase();
  });
  afterAll(async () => {
    await clone?.drop();
  });
  const present = () => {
    if (!clone) throw new Error('The test database exists inside tests and hooks only.');
    return clone;
  };
  return {
    get name() {
      return present().name;
    },
    get url() {
      return present().url;
    },
    get database() {
      return present().database;
    },
  };
}
