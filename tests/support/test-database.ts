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

let made = 0;

/** Milliseconds that connections which were ended get to disappear from the server's list. */
const leaveTaking = 2_000;

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

/** A migrated database of one's own. */
export interface ClonedDatabase {
  /** Its name on the test server. */
  readonly name: string;
  /** Its address for programs: `postgres://…`. */
  readonly url: string;
  readonly database: Database;
  /**
   * Ends it and drops it.
   * @throws {Error} when a connection was taken and not given back, or a client was not ended.
   */
  drop(): Promise<void>;
}

/** Clones the migrated template; whoever calls this drops it. */
export async function cloneDatabase(): Promise<ClonedDatabase> {
  const { socketFolder, port, template } = inject('testServer');
  made += 1;
  const name = `test_${process.pid}_${process.hrtime.bigint()}_${made}`;
  const statement = `create database ${name} template ${template} owner ${databaseOwner} strategy file_copy`;
  await administer(statement);
  const pool = new pg.Pool({ host: socketFolder, port, user: databaseOwner, database: name, max: 10 });
  const database = databaseOver(pool, { embedded: true });
  return {
    name,
    url: `postgres://${databaseOwner}@${encodeURIComponent(socketFolder)}:${port}/${name}`,
    database,
    async drop() {
      const taken = pool.totalCount - pool.idleCount;
      if (taken === 0) await database.close();
      const left = await waitForLeaving(name);
      await administer(`drop database ${name} with (force)`);
      if (taken > 0) throw new Error(`${taken} connection(s) of the pool were taken and not given back.`);
      if (left.length > 0)
        throw new Error(
          `${left.length} connection(s) to the test database were not ended: ${left.join('; ')}`,
        );
    },
  };
}

async function waitForLeaving(name: string): Promise<string[]> {
  const until = Date.now() + leaveTaking;
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
 * Gives the test file a migrated database of its own, made before its first test and dropped after its last; a
 * connection that is still in use then fails the file. The properties may be read inside tests and hooks, not before.
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
    if (!clone) throw new Error('The test database is there inside tests and hooks only.');
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
