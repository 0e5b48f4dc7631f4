import { Logger as WorkerLogger, run, runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import type { Queries } from './database.ts';
import type { Logger } from './log.ts';

/** How often one process looks for jobs that nothing told it of, in milliseconds. */
const lookEvery = 2_000;
/** Jobs that one process does at a time. */
const atOnce = 2;
/** Connections that the worker uses beside the pool's: one per job, one that listens, one that looks after the rest. */
const connections = atOnce + 2;

/** Work by its name; what it throws has it tried again, later and later. */
export type Tasks = Readonly<Record<string, (payload: unknown) => Promise<void>>>;

/** The worker says little, and what a job failed of is told by {@link startJobs} without the values it quotes. */
const workerLog = (log: Logger) =>
  new WorkerLogger((scope) => (level, message) => {
    if (level === 'error' && scope.jobId === undefined)
      log.error({ worker: message }, 'the job worker failed');
  });

/** Brings the tables of the job queue (schema `graphile_worker`) to the newest form. */
export async function installJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: new WorkerLogger(() => () => {}) });
}

/**
 * Adds a job in the caller's transaction: it is done exactly when that is committed.
 * @param options.key a job that waits under the same key is replaced: there is one of them
 */
export async function addJob(
  transaction: Queries,
  task: string,
  payload: object,
  { key = null }: { key?: string | null } = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(${task}::text, ${JSON.stringify(payload)}::json, max_attempts => 12,
      job_key => ${key}::text)
  `.execute(transaction);
}

/** Does jobs until it is stopped; those begun are finished. */
export async function startJobs(means: {
  pool: pg.Pool;
  log: Logger;
  tasks: Tasks;
}): Promise<{ stop(): Promise<void> }> {
  const { pool, log, tasks } = means;
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([task, work]) => [
      task,
      async (payload: unknown) => {
        try {
          await work(payload);
        } catch (error) {
          log.warn({ err: error, task }, 'a job failed and will be tried again');
          throw error;
        }
      },
    ]),
  );
  // the worker calls itself stopped while it still writes down that its last jobs are done: ending a pool waits for that
  const own = new pg.Pool({ ...pool.options, password: pool.options.password, max: connections });
  own.on('connect', (client) => client.on('error', () => {}));
  own.on('error', (error) => log.warn({ err: error }, 'the job worker lost a connection'));
  const runner = await run({
    pgPool: own,
    taskList,
    concurrency: atOnce,
    pollInterval: lookEvery,
    noHandleSignals: true,
    crontab: '',
    logger: workerLog(log),
  });
  return {
    async stop() {
      await runner.stop();
      await own.end();
    },
  };
}
