import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../tests/support/programs.ts';
import { testDatabase } from '../../tests/support/test-database.ts';
import { databaseOver } from './database.ts';
import { addJob, installJobs, startJobs } from './jobs.ts';
import { createLog } from './log.ts';
import { useEmbeddedPostgres } from './postgres/index.ts';

const here = testDatabase();

async function worker(tasks: Parameters<typeof startJobs>[0]['tasks']) {
  const logged: string[] = [];
  const log = createLog({ logLevel: 'trace' }, { write: (line) => void logged.push(line) });
  return { logged, ...(await startJobs({ pool: here.database.pool, log, tasks })) };
}

test('runs a job only after its transaction commits', async () => {
  const done: unknown[] = [];
  const jobs = await worker({ greet: async (payload) => void done.push(payload) });
  try {
    await expect(
      here.database.transaction(async (transaction) => {
        await addJob(transaction, 'greet', { name: 'nobody' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await here.database.transaction((transaction) => addJob(transaction, 'greet', { name: 'ann' }));
    await vi.waitFor(() => expect(done).toEqual([{ name: 'ann' }]), 20_000);
  } finally {
    await jobs.stop();
  }
});

test('retries a failed job later and logs it without the payload', async () => {
  let tries = 0;
  const jobs = await worker({
    fail: () => {
      tries += 1;
      return Promise.reject(new Error('not today'));
    },
  });
  try {
    await here.database.transaction((transaction) => addJob(transaction, 'fail', { secret: 'carrot' }));
    const left = async () =>
      (
        await here.database.pool.query<{ attempts: number; later: boolean }>(
          'select attempts, run_at > now() as later from graphile_worker.jobs where last_error is not null',
        )
      ).rows;
    await vi.waitFor(async () => expect(await left()).toEqual([{ attempts: 1, later: true }]), 20_000);
    expect(tries).toBe(1);
    expect(jobs.logged.join()).toContain('a job failed and will be tried again');
    expect(jobs.logged.join()).not.toContain('carrot');
  } finally {
    await jobs.stop();
  }
});

test('waits for the running job when it stops', async () => {
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let state = 'waiting';
  const jobs = await worker({
    slow: async () => {
      state = 'begun';
      await held;
      state = 'done';
    },
  });
  await here.database.transaction((transaction) => addJob(transaction, 'slow', {}));
  await vi.waitFor(() => expect(state).toBe('begun'), 20_000);
  const stopped = jobs.stop();
  release();
  await stopped;
  expect(state).toBe('done');
});

test('runs short jobs while long ones occupy all of their places', async () => {
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const done = Promise.withResolvers<void>();
  const jobs = await startJobs({
    pool: here.database.pool,
    log: createLog({ logLevel: 'silent' }),
    tasks: { mail: async () => done.resolve() },
    longTasks: {
      audit: async () => {
        begun += 1;
        await gate.promise;
      },
    },
  });
  try {
    for (let at = 0; at < 3; at += 1) await addJob(here.database.kysely, 'audit', {});
    await expect.poll(() => begun).toBe(2);
    await addJob(here.database.kysely, 'mail', {});
    await done.promise;
    expect(begun).toBe(2);
  } finally {
    gate.resolve();
    await jobs.stop();
  }
});

test('tells a job its last attempt and logs that it gives up', async () => {
  const lasts: boolean[] = [];
  const jobs = await worker({
    give: (_, { isLast }) => {
      lasts.push(isLast);
      return Promise.reject(new Error('never'));
    },
  });
  try {
    await here.database.transaction((transaction) => addJob(transaction, 'give', {}, { key: 'to give' }));
    await vi.waitFor(() => expect(lasts).toEqual([false]), 20_000);
    await vi.waitFor(async () => {
      const { rowCount } = await here.database.pool.query(
        `update graphile_worker._private_jobs set attempts = max_attempts - 1, run_at = now()
         where key = 'to give' and locked_at is null and attempts = 1`,
      );
      expect(rowCount).toBe(1);
    }, 20_000);
    await vi.waitFor(() => expect(lasts).toEqual([false, true]), 20_000);
    await vi.waitFor(
      () => expect(jobs.logged.join()).toContain('a job failed and is not tried again'),
      20_000,
    );
  } finally {
    await jobs.stop();
  }
});

test('replaces a job that was given up by one with the same key and all attempts', async () => {
  const add = () =>
    here.database.transaction((transaction) => addJob(transaction, 'wait', {}, { key: 'one of a kind' }));
  await add();
  await here.database.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts where key = 'one of a kind'`,
  );
  await add();
  const { rows } = await here.database.pool.query<{ attempts: number }>(
    `select attempts from graphile_worker.jobs where key = 'one of a kind'`,
  );
  expect(rows).toEqual([{ attempts: 0 }]);
});

test('finishes a job after its database comes back, and the jobs after it', async () => {
  const folder = await temporaryFolder();
  const start = async () => {
    const cluster = await useEmbeddedPostgres(folder, { durable: false });
    onTestFinished(() => cluster.close());
    return cluster;
  };
  const first = await start();
  await first.createDatabase('jobs');
  const pool = new pg.Pool(first.connection('jobs'));
  const database = databaseOver(pool, { embedded: false });
  await installJobs(pool);
  const gate = Promise.withResolvers<void>();
  const begun: unknown[] = [];
  const jobs = await startJobs({
    pool,
    log: createLog({ logLevel: 'silent' }),
    tasks: {
      work: async (payload) => {
        begun.push(payload);
        await gate.promise;
      },
    },
  });
  try {
    await addJob(database.kysely, 'work', { number: 1 });
    await expect.poll(() => begun).toHaveLength(1);
    await first.close();
    gate.resolve();
    await start();
    const waiting = async () => (await pool.query('select from graphile_worker.jobs')).rowCount;
    await expect.poll(waiting).toBe(0);
    await addJob(database.kysely, 'work', { number: 2 });
    await expect.poll(waiting).toBe(0);
    expect(begun).toEqual([{ number: 1 }, { number: 2 }]);
  } finally {
    await jobs.stop();
    await database.close();
  }
});
