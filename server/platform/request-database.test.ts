import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { sql } from 'kysely';
import { testDatabase } from '../../tests/support/test-database.ts';
import { connectionOf, databaseOver } from './database.ts';
import { type DatabaseProbe, openDatabaseProbe } from './database-probe.ts';
import { DatabaseUnavailable, isConnectionError } from './database-unavailable.ts';
import { createLog } from './log.ts';
import { PreparedStatement } from './prepared-statements.ts';
import { requestDatabase } from './request-database.ts';

const here = testDatabase();
const log = createLog({ logLevel: 'silent' });

function database() {
  const pool = new pg.Pool({ ...connectionOf(here.database.pool), max: 1 });
  const opened = databaseOver(pool, { embedded: false });
  onTestFinished(() => opened.close());
  return opened;
}

function probeOf(config: pg.ClientConfig): DatabaseProbe {
  const probe = openDatabaseProbe(config, log);
  onTestFinished(() => probe.close());
  return probe;
}

const pidOf = async ({
  kysely,
}: {
  kysely: Parameters<ReturnType<typeof sql<{ pid: number }>>['execute']>[0];
}) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(kysely)).rows[0]?.pid;

test('abandons a statement without a timely answer and drops its connection', async () => {
  const whole = database();
  const probe = probeOf(connectionOf(whole.pool));
  const limited = requestDatabase(whole, { probe, limit: 200 });
  const patient = requestDatabase(whole, { probe, limit: 60_000 });
  const before = await pidOf(patient);
  const slow = limited.transaction(async (transaction) => {
    await sql`select pg_sleep(60)`.execute(transaction);
  });
  await expect(slow).rejects.toThrow(DatabaseUnavailable);
  expect(await pidOf(patient)).not.toBe(before);
  expect(whole.pool.totalCount).toBe(1);
  // PostgreSQL continues a statement that no client waits for
  await here.database.pool.query('select pg_terminate_backend($1, 60000)', [before]);
});

test('leaves the database itself without a statement limit', async () => {
  const whole = database();
  requestDatabase(whole, { probe: probeOf(connectionOf(whole.pool)), limit: 50 });
  await expect(sql`select pg_sleep(0.3)`.execute(whole.kysely)).resolves.toMatchObject({ rows: [{}] });
});

test('times out waiting for a free connection and releases a late one', async () => {
  const whole = database();
  const probe = probeOf(connectionOf(whole.pool));
  const limited = requestDatabase(whole, { probe, limit: 100 });
  const taken = await whole.pool.connect();
  await expect(pidOf(limited)).rejects.toThrow(DatabaseUnavailable);
  taken.release();
  expect(await pidOf(requestDatabase(whole, { probe, limit: 60_000 }))).toBeGreaterThan(0);
  expect(whole.pool.idleCount).toBe(1);
});

test('refuses requests and waiters while the probe fails', async () => {
  const whole = database();
  const probe = probeOf({ ...connectionOf(whole.pool), port: 1 });
  const limited = requestDatabase(whole, { probe, limit: 60_000 });
  const taken = await whole.pool.connect();
  const warned: Error[] = [];
  const warn = (warning: Error) => void warned.push(warning);
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  const waiting = Promise.allSettled(Array.from({ length: 20 }, () => pidOf(limited)));
  expect(await probe.check()).toBe(false);
  for (const outcome of await waiting)
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) });
  // this many at once are not a leak
  expect(warned).toEqual([]);
  taken.release();
  await expect(pidOf(limited)).rejects.toThrow(DatabaseUnavailable);
});

test('accepts requests that are answered while a probe is late', async () => {
  const whole = database();
  const probe = probeOf({ ...connectionOf(whole.pool), application_name: 'late' });
  const limited = requestDatabase(whole, { probe, limit: 60_000 });
  expect(await probe.check()).toBe(true);
  const { rows } = await here.database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'late'`,
  );
  const [{ pid }] = rows as [{ pid: number }];
  // connected early, so that the answer arrives while the probe waits
  expect(await pidOf(limited)).toBeGreaterThan(0);
  process.kill(pid, 'SIGSTOP');
  onTestFinished(() => void process.kill(pid, 'SIGCONT'));
  const late = probe.check();
  expect(await pidOf(limited)).toBeGreaterThan(0);
  expect(await late).toBe(true);
  expect(await pidOf(limited)).toBeGreaterThan(0);
});

test("passes a statement's own error on", async () => {
  const whole = database();
  const limited = requestDatabase(whole, { probe: probeOf(connectionOf(whole.pool)), limit: 5_000 });
  await expect(sql`select nonsense`.execute(limited.kysely)).rejects.toMatchObject({ code: '42703' });
  expect(whole.pool.idleCount).toBe(1);
});

test("opens another connection if the probe's idle one was cut", async () => {
  const probe = probeOf({ ...connectionOf(here.database.pool), application_name: 'probed' });
  expect(await probe.check()).toBe(true);
  await here.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'probed'`,
  );
  expect(await probe.check()).toBe(true);
});

test.each([
  [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), true],
  [Object.assign(new Error('the database system is starting up'), { code: '57P03' }), true],
  [Object.assign(new Error('connection failure'), { code: '08006' }), true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('timeout expired'), true],
  [Object.assign(new Error('Connection terminated is no column'), { code: '42703' }), false],
  [Object.assign(new Error('canceling statement'), { code: '57014' }), false],
  [new Error('no such account'), false],
  [null, false],
])('%o is a connection error: %s', (error, expected) => {
  expect(isConnectionError(error)).toBe(expected);
});

test('plans a shared statement once per connection', async () => {
  const whole = database();
  const limited = requestDatabase(whole, { probe: probeOf(connectionOf(whole.pool)), limit: 60_000 });
  const statement = new PreparedStatement<{ number: number }, { next: number }>(
    (value) => sql`select cast(${value('number')} as integer) + 1 as next`,
  );
  const addOne = (number: number) => statement.run({ number }, limited.kysely);
  expect([(await addOne(1)).rows, (await addOne(2)).rows]).toEqual([[{ next: 2 }], [{ next: 3 }]]);
  const { rows } = await sql<{ plans: number }>`
    select generic_plans + custom_plans as plans from pg_prepared_statements`.execute(limited.kysely);
  expect(rows).toEqual([{ plans: 2 }]);
});

test("does not prepare a statement that contains a request's value", () => {
  const number = 1;
  const statement = new PreparedStatement<object, object>(() => sql`select ${number} as number`);
  expect(() => statement.run({}, database().kysely)).toThrow('has no name');
});
