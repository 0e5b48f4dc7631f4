import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Database, databaseOver } from '../../server/platform/database.ts';
import { administrator, databaseOwner } from '../../server/platform/postgres/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How test files reach the PostgreSQL of this run. */
    testServer: { socketFolder: string; port: number; template: string };
  }
}

let clones = 0;

/** Milliseconds after which a closed connection must have disappeared from the server's list. */
const closingTimeout = 2_000;

/** Runs a statement as the server's superuser, connected to a database that is never cloned. */
async function administer<Row extends pg.QueryResultRow>(
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = administrator(inject('testServer'));
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** A migrated database that is used by one test file. */
export interface ClonedDatabase {
  /** Its name on the test server. */
  readonly name: string;
  /** Its address for programs: `postgres://…`. */
  readonly url: string;
  readonly database: Database;
  /**
   * Closes its connections and drops it.
   * @throws {Error} when a connection was not released, or a client was not closed.
   */
  drop(): Promise<void>;
}

/** Clones the migrated template; the caller drops it. */
export async function cloneDatabase(): Promise<ClonedDatabase> {
  const { socketFolder, port, template } = inject('testServer');
  clones += 1;
  const name = `test_${process.pid}_${process.hrtime.bigint()}_${clones}`;
  const statement = `create database ${name} template ${template} owner ${databaseOwner} strategy file_copy`;
  await administer(statement);
  const pool = new pg.Pool({ host: socketFolder, port, user: databaseOwner, database: name, max: 10 });
  const database = databaseOver(pool, { embedded: true });
  return {
    name,
    url: `postgres://${databaseOwner}@${encodeURIComponent(socketFolder)}:${port}/${name}`,
    database,
    async drop() {
      const acquired = pool.totalCount - pool.idleCount;
      if (acquired === 0) await database.close();
      const left = await waitForClosing(name);
      await administer(`drop database ${name} with (force)`);
      if (acquired > 0) throw new Error(`${acquired} connection(s) of the pool were not released.`);
      if (left.length > 0)
        throw new Error(
          `${left.length} connection(s) to the test database were not closed: ${left.join('; ')}`,
        );
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

/**
 * Creates a migrated database for the test file before its first test, and drops it after the last; a connection that
 * is still in use then fails the file. The properties can be read inside tests and hooks only.
 */
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
