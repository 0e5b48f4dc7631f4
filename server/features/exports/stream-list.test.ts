import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startServer, type TestServer } from '../../../tests/support/start-server.ts';
import { addAccounts, addPerson, bearer, signInAs } from '../../../tests/support/test-app.ts';

let server: TestServer;
let onlooker: pg.Client;
let token = '';

beforeAll(async () => {
  server = await startServer();
  const { database } = server;
  onlooker = new pg.Client(database.pool.options);
  await onlooker.connect();
  await addAccounts(database, [{ id: 'own' }]);
  await addPerson(database, { id: 'olga', accounts: ['own'] });
  await database.pool.query(`
    insert into calls (account_id, id, call_date_time)
    select 'own', 'call-' || n, '2024-01-01T00:00:00Z' from generate_series(1, 3000) as n`);
  token = await signInAs({ app: server }, 'olga@people.test');
});
afterAll(async () => {
  await onlooker.end();
  await server.close();
});

/** The address of a download that is ready to begin. */
async function address(): Promise<string> {
  const answer = await server.http.inject({
    method: 'POST',
    url: '/api/data/calls/request-download',
    headers: bearer(token),
    payload: {
      accountIds: ['own'],
      filters: { outcome: ['all calls'] },
      acceptedTerms: true,
      authorizedReceiver: true,
    },
  });
  const { slt } = answer.json<{ data: { slt: string } }>().data;
  return `${server.url}/api/data/calls/download.xlsx?slt=${slt}`;
}

/** Downloads the list to its end; the answer's status. */
async function downloaded(): Promise<number> {
  const answer = await fetch(await address());
  await answer.arrayBuffer();
  return answer.status;
}

/** Runs something while nobody else can read a table: of staff, whose names are looked up first, or of recordings, which every batch of calls looks at. */
async function whileLocked(table: 'staff' | 'recordings', work: () => Promise<void>): Promise<void> {
  const holder = await server.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(`lock table ${table} in access exclusive mode`);
    await work();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

/** The questions of the database that wait for a lock, as one sees them who needs no connection of the pool. */
async function waiting(): Promise<number[]> {
  const { rows } = await onlooker.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.map(({ pid }) => pid);
}
const reach = (count: number) =>
  vi.waitFor(async () => expect(await waiting()).toHaveLength(count), { timeout: 20_000, interval: 20 });

test('who leaves ends the question in the database', async () => {
  const url = await address();
  await whileLocked('recordings', async () => {
    const leaving = new AbortController();
    const answer = fetch(url, { signal: leaving.signal });
    await reach(1);
    leaving.abort();
    await expect(answer).rejects.toThrow('aborted');
    await reach(0);
  });
  expect(await downloaded()).toBe(200);
});

test('when more leave at once than there are connections, all questions end', async () => {
  const urls = await Promise.all(Array.from({ length: 12 }, address));
  await whileLocked('recordings', async () => {
    const leaving = new AbortController();
    const answers = Promise.allSettled(urls.map((url) => fetch(url, { signal: leaving.signal })));
    // all but the one that holds the lock
    await reach(server.database.pool.options.max - 1);
    leaving.abort();
    expect((await answers).every(({ status }) => status === 'rejected')).toBe(true);
    await reach(0);
  });
  expect(await downloaded()).toBe(200);
});

test('who left before it began leaves nothing open', async () => {
  const url = await address();
  await whileLocked('staff', async () => {
    const leaving = new AbortController();
    const answer = fetch(url, { signal: leaving.signal });
    await reach(1);
    leaving.abort();
    await expect(answer).rejects.toThrow('aborted');
  });
  await reach(0);
  await vi.waitFor(async () => {
    const { pool } = server.database;
    expect(pool.idleCount).toBe(pool.totalCount);
  });
});

test('what goes wrong before the first call is an answer like any other', async () => {
  const url = await address();
  await whileLocked('recordings', async () => {
    const answer = fetch(url);
    await reach(1);
    await server.database.pool.query('select pg_cancel_backend($1)', [(await waiting())[0]]);
    const response = await answer;
    await response.arrayBuffer();
    const { status, headers } = response;
    expect([status, headers.get('content-type')]).toEqual([503, 'application/json; charset=utf-8']);
    expect(headers.get('content-disposition')).toBeNull();
  });
});
