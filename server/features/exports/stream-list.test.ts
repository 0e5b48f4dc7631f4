import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { whileLocked } from '../../../tests/support/lock-waits.ts';
import { startServer, type TestServer } from '../../../tests/support/start-server.ts';
import { addAccounts, addPerson, bearer, signInAs, testNow } from '../../../tests/support/test-app.ts';
import { readCallList } from '../calls/index.ts';
import type { Viewer } from '../identity/index.ts';
import { checkScope } from '../scope/index.ts';

let server: TestServer;
let onlooker: pg.Client;
const people = ['olga', 'adam', 'kim', 'lee', 'ann', 'max'];
const tokens = new Map<string, string>();

beforeAll(async () => {
  server = await startServer();
  const { database } = server;
  onlooker = new pg.Client(database.pool.options);
  await onlooker.connect();
  await addAccounts(database, [{ id: 'own' }]);
  for (const id of people) await addPerson(database, { id, accounts: ['own'] });
  await database.pool.query(`
    insert into calls (account_id, id, call_date_time)
    select 'own', 'call-' || n, '2024-01-01T00:00:00Z' from generate_series(1, 3000) as n`);
  for (const id of people) tokens.set(id, await signInAs({ app: server }, `${id}@people.test`));
});
afterAll(async () => {
  await onlooker.end();
  await server.close();
});

async function address(person = 'olga'): Promise<string> {
  const answer = await server.http.inject({
    method: 'POST',
    url: '/api/data/calls/request-download',
    headers: bearer(tokens.get(person) ?? ''),
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

async function downloaded(): Promise<number> {
  const answer = await fetch(await address());
  await answer.arrayBuffer();
  return answer.status;
}

async function waiting(): Promise<number[]> {
  const { rows } = await onlooker.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.map(({ pid }) => pid);
}
const reach = (count: number) =>
  vi.waitFor(async () => expect(await waiting()).toHaveLength(count), { timeout: 60_000, interval: 20 });

test('cancels the query when the client disconnects', async () => {
  const url = await address();
  await whileLocked(server.database.pool, 'recordings', async () => {
    const leaving = new AbortController();
    const answer = fetch(url, { signal: leaving.signal });
    await reach(1);
    leaving.abort();
    await expect(answer).rejects.toThrow('aborted');
    await reach(0);
  });
  expect(await downloaded()).toBe(200);
});

test('reads two downloads of a person at a time, and refuses the thirteenth', async () => {
  const urls = await Promise.all(Array.from({ length: 13 }, () => address()));
  const refused = Promise.withResolvers<string>();
  await whileLocked(server.database.pool, 'recordings', async () => {
    const leaving = new AbortController();
    const answers = Promise.allSettled(
      urls.map(async (url) => {
        const answer = await fetch(url, { signal: leaving.signal });
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '10']);
        refused.resolve(url);
      }),
    );
    await refused.promise;
    await reach(2);
    leaving.abort();
    const left = await answers;
    expect(left.filter(({ status }) => status === 'rejected')).toHaveLength(12);
    await reach(0);
  });
  const answer = await fetch(await refused.promise);
  await answer.arrayBuffer();
  expect(answer.status).toBe(200);
});

test('reads four downloads of all people at a time, so that others have connections', async () => {
  const urls = await Promise.all(people.map(address));
  await whileLocked(server.database.pool, 'recordings', async () => {
    const leaving = new AbortController();
    const answers = Promise.allSettled(urls.map((url) => fetch(url, { signal: leaving.signal })));
    await reach(4);
    leaving.abort();
    expect((await answers).every(({ status }) => status === 'rejected')).toBe(true);
    await reach(0);
  });
  expect(await downloaded()).toBe(200);
});

test('leaves nothing open when the client disconnects before the start', async () => {
  const url = await address();
  await whileLocked(server.database.pool, 'staff', async () => {
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
  }, 20_000);
});

test('a session that ends while its download waits for its turn gets no file', async () => {
  const urls = await Promise.all(Array.from({ length: 13 }, () => address()));
  const { clock, database } = server;
  const before = clock.now();
  await whileLocked(server.database.pool, 'recordings', async () => {
    const answers = urls.map((url) => fetch(url));
    await reach(2);
    expect((await Promise.race(answers)).status).toBe(429);
    clock.advance((server.environment.idleTime + 1) * 1000);
    await database.pool.query('select pg_cancel_backend(pid) from unnest($1::int[]) as pid', [
      await waiting(),
    ]);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
  });
  clock.set(before);
});

test.each(['calls', 'recordings'] as const)(
  'answers an ordinary error before the first call, from a query of %s',
  async (table) => {
    const url = await address();
    await whileLocked(server.database.pool, table, async () => {
      const answer = fetch(url);
      await reach(1);
      await server.database.pool.query('select pg_cancel_backend($1::int)', [(await waiting())[0]]);
      const response = await answer;
      await response.arrayBuffer();
      const { status, headers } = response;
      expect([status, headers.get('content-type')]).toEqual([503, 'application/json; charset=utf-8']);
      expect(headers.get('content-disposition')).toBeNull();
    });
  },
);

test('reads no further batch when the reader fails', async () => {
  const { database } = server;
  const scope = await checkScope(
    database.kysely,
    { accountIds: new Set(['own']), subAccounts: new Map(), mergedIds: new Map() } as unknown as Viewer,
    { accountIds: ['own'], filters: { startDate: '2018-01-01', endDate: '2026-12-31' } },
    { now: new Date(testNow), dayMode: 'utc' },
  );
  const { signal } = new AbortController();
  let batches: AsyncIterator<readonly unknown[]> | undefined;
  const reading = readCallList(
    database,
    scope,
    { filters: {}, query: '', sort: 'callDateTime', dir: 'desc' },
    { signal },
    async (read) => {
      batches = read[Symbol.asyncIterator]();
      expect((await batches.next()).done).toBe(false);
      throw new Error('The disk is full.');
    },
  );
  await expect(reading).rejects.toThrow('The disk is full.');
  expect(await batches?.next()).toEqual({ done: true, value: undefined });
});
