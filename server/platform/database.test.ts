import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, queryableOn, versionProblem } from './database.ts';
import { migrate } from './migrate.ts';
import { testDatabase } from '../../tests/support/test-database.ts';

const here = testDatabase();

/** Opens a database with one connection and a statement timeout of one second. */
async function ownDatabase(databaseUrl = here.url) {
  const database = await openDatabase({
    databaseUrl,
    dataFolder: '',
    databaseConnections: 1,
    databaseStatementTimeout: 1,
  });
  onTestFinished(() => database.close());
  return database;
}

test.each([
  ['int8', `9007199254740991::int8`, 9007199254740991],
  ['numeric', `12345.67::numeric`, 12345.67],
  ['date', `'2024-02-29'::date`, '2024-02-29'],
  ['timestamptz', `'2024-02-29 12:00+02'::timestamptz`, new Date('2024-02-29T10:00:00Z')],
  ['int8[]', `array[1, null, 3]::int8[]`, [1, null, 3]],
  ['numeric[]', `array[1.5]::numeric[]`, [1.5]],
  ['date[]', `array['2024-01-31'::date, null]`, ['2024-01-31', null]],
])('%s comes as a plain value', async (_, expression, expected) => {
  const { rows } = await here.database.pool.query<{ value: unknown }>(`select ${expression} as value`);
  expect(rows[0]?.value).toEqual(expected);
});

test('rejects a whole number that would lose digits', async () => {
  await expect(here.database.pool.query(`select 9007199254740993::int8`)).rejects.toThrow('too large');
});

test('rolls back a transaction that throws', async () => {
  const { database } = here;
  const failing = database.transaction(async (transaction) => {
    await transaction.insertInto('accounts').values({ id: 'a1', name: 'Rolled back' }).execute();
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await database.kysely.selectFrom('accounts').selectAll().execute()).toEqual([]);
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
});

test("queries on a caller's connection and leaves its release to the caller", async () => {
  const { database } = here;
  const client = await database.pool.connect();
  try {
    const queryable = queryableOn(client);
    await sql`begin`.execute(queryable);
    await queryable.insertInto('accounts').values({ id: 'a1', name: 'By kysely' }).execute();
    await client.query(`insert into accounts (id, name) values ('a2', 'By pg')`);
    const inside = await queryable.selectFrom('accounts').select('id').orderBy('id').execute();
    expect(inside).toEqual([{ id: 'a1' }, { id: 'a2' }]);
    expect(await database.kysely.selectFrom('accounts').select('id').execute()).toEqual([]);
    await sql`rollback`.execute(queryable);
    expect(await queryable.selectFrom('accounts').select('id').execute()).toEqual([]);
    expect(database.pool.idleCount).toBe(database.pool.totalCount - 1);
  } finally {
    client.release();
  }
});

test('runs work under one name one at a time, also after a failure', async () => {
  const { database } = here;
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await database.pool.query('select 1');
    running -= 1;
  };
  await Promise.allSettled([
    ...Array.from({ length: 4 }, () => database.exclusively('the same', work)),
    database.exclusively('the same', () => Promise.reject(new Error('no'))),
  ]);
  await database.exclusively('the same', work);
  expect(most).toBe(1);
});

test('runs nothing without waiting while another process holds the name', async () => {
  const { database } = here;
  const outcomes = await database.exclusively('taken', () =>
    Promise.all(['taken', 'free'].map((name) => database.exclusivelyIfFree(name, async () => 'had it'))),
  );
  expect(outcomes).toEqual([null, 'had it']);
  expect(await database.exclusivelyIfFree('taken', async () => 'had it')).toBe('had it');
});

test.each([
  [140_012, 'PostgreSQL 14; Mailcall needs 15 to 18'],
  [190_000, 'PostgreSQL 19; Mailcall needs 15 to 18'],
])('an outside server of version %i is refused', (number, message) => {
  expect(versionProblem(number)).toContain(message);
});

test.each([150_000, 160_000, 170_006, 180_004])('an outside server of version %i will do', (number) => {
  expect(versionProblem(number)).toBeNull();
});

test('refuses a server of another version', async () => {
  // replaces the version function on connections that search this schema first
  await here.database.pool.query(
    `create function public.current_setting(text) returns text language sql as $$ select '140012' $$`,
  );
  onTestFinished(async () => {
    await here.database.pool.query('drop function public.current_setting(text)');
  });
  const opening = openDatabase({
    databaseUrl: `${here.url}?options=${encodeURIComponent('-c search_path=public,pg_catalog')}`,
    dataFolder: '',
    databaseConnections: 1,
    databaseStatementTimeout: 1,
  });
  await expect(opening).rejects.toThrow(
    'The server at DATABASE_URL is PostgreSQL 14; Mailcall needs 15 to 18.',
  );
});

test('fails only the work of a connection that is lost during use', async () => {
  const { database } = here;
  const cut = await database.exclusively('lost', () =>
    database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'select pg_advisory_lock%' and pid <> pg_backend_pid()`,
    ),
  );
  expect(cut.rowCount).toBe(1);
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('never uses merge joins', async () => {
  const database = await ownDatabase();
  expect((await database.pool.query('show enable_mergejoin')).rows).toEqual([{ enable_mergejoin: 'off' }]);
});

test('adds options of the URL to the session settings', async () => {
  const address = new URL(here.url);
  address.searchParams.set('options', '-c work_mem=9MB');
  const database = await ownDatabase(address.href);
  const shown = `select current_setting('work_mem') as memory, current_setting('enable_mergejoin') as merging`;
  expect((await database.pool.query(shown)).rows).toEqual([{ memory: '9MB', merging: 'off' }]);
});

test('cancels slow statements but neither lock waits nor migrations', async () => {
  const database = await ownDatabase();
  const limit = async () =>
    (await database.pool.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`))
      .rows[0]?.limit;
  await expect(database.pool.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });

  const gate = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = here.database.exclusively('long', async () => {
    held.resolve();
    await gate.promise;
  });
  await held.promise;
  const waiting = database.exclusively('long', async () => 'had it');
  const settled = waiting.catch((error: unknown) => error);
  // longer than the timeout
  await here.database.pool.query('select pg_sleep(1.5)');
  gate.resolve();
  await holding;
  expect(await settled).toBe('had it');
  expect(await limit()).toBe('1s');
  await migrate(database.pool);
  expect(await limit()).toBe('1s');
});
