import {
  type JobHelpers,
  Logger as WorkerLogger,
  run,
  runMigrations,
  runOnce,
  type TaskList,
} from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import { Histogram } from 'prom-client';
import { connectionOf, type Queryable } from './database.ts';
import { DatabaseUnavailable, isConnectionError } from './database-unavailable.ts';
import type { Logger } from './log.ts';
import { OperatorProblem } from './operator-problem.ts';
import { processMetrics } from './process-metrics.ts';

const jobDuration = new Histogram({
  name: 'mailcall_job_duration_seconds',
  help: 'Time that an attempt at a job took, by how it ended.',
  labelNames: ['task', 'result'],
  buckets: [0.1, 1, 10, 60, 600],
  registers: [processMetrics],
});

/** Interval of polling for jobs without a notification, in milliseconds. */
const pollInterval = 2_000;
/** Jobs of each kind, short and long, that one process does at a time. */
const concurrency = 2;
/** Connections that a worker uses in addition to the pool's: one per job, one that listens, one for maintenance. */
const connections = concurrency + 2;

/** How often a job is attempted; the delays grow from seconds to hours, most of a day in total. */
const maxAttempts = 12;

/** What a job handler receives besides the payload. */
export interface Attempt {
  /** Whether it is not attempted again if it fails now. */
  isLast: boolean;
}

/** Handlers by the name of their job; a job whose handler throws is attempted again, later and later. */
export type Tasks = Readonly<Record<string, (payload: unknown, attempt: Attempt) => Promise<void>>>;

/** The worker logs little; {@link startJobs} logs why a job failed, without the values in the error. */
const workerLog = (log: Logger) =>
  new WorkerLogger((scope) => (level, message) => {
    if (level === 'error' && scope.jobId === undefined)
      log.error({ worker: message }, 'the job worker failed');
  });

/**
 * Brings the tables of the job queue (schema `graphile_worker`) to the newest form.
 * @throws {OperatorProblem} when a migration of them fails
 */
export async function installJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: new WorkerLogger(() => () => {}) }).catch((error: Error) => {
    throw new OperatorProblem(
      `The tables of the job queue (the schema graphile_worker) could not be brought to this release: ${error.message}. Remove the cause, such as a full disk, and start again. If you find none, report it.`,
      { cause: error },
    );
  });
}

/**
 * Adds a job in the caller's transaction: it is done exactly when that is committed. One with the key of a job that
 * waits is replaced, and its attempts start again. Jobs without `waitsForOthers` are done first.
 */
export async function addJob(
  transaction: Queryable,
  task: string,
  payload: object,
  options: { key?: string } & JobOptions = {},
): Promise<void> {
  const { key = null, ...others } = options;
  await addJobs(transaction, task, [{ payload, key }], others);
}

/** When a job is done. */
interface JobOptions {
  /** Jobs without it are done first. */
  waitsForOthers?: boolean;
  /** Milliseconds before it may be done; 0 by default. */
  delay?: number;
}

/** As {@link addJob}, many of one task in one statement. */
export async function addJobs(
  transaction: Queryable,
  task: string,
  jobs: readonly { payload: object; key: string | null }[],
  { waitsForOthers = false, delay = 0 }: JobOptions = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      ${task}::text, payload::json, max_attempts => ${maxAttempts}::int, job_key => key,
      priority => ${waitsForOthers ? 1 : 0}::int, run_at => now() + ${delay}::double precision * interval '1 millisecond'
    )
    from unnest(
      ${jobs.map(({ payload }) => JSON.stringify(payload))}::text[], ${jobs.map(({ key }) => key)}::text[]
    ) as wanted (payload, key)
  `.execute(transaction);
}

/** How often in a row a process may end during a job before the job is given up: it may be what ends the process. */
const maxInterruptions = 5;

/** How many jobs have failed for the last time within a day, except of some tasks. */
export async function failedJobs(database: Queryable, exceptTasks: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where locked_at is null and attempts >= max_attempts and updated_at > now() - interval '1 day'
      and tasks.identifier <> all(${[...exceptTasks]}::text[])`.execute(database);
  return rows[0]?.count ?? 0;
}

/** The beginning of what is stored as the last error of a job during which a process ended. */
export const interruptedError = 'The process ended during this job';

/**
 * Queues the jobs of a task again that a process was doing when it was killed: they stay taken by it for hours. Such an attempt
 * does not count, but a job that is interrupted five times in a row is given up. Only jobs with a key are found.
 * @param after milliseconds since a job was taken; doing it takes less
 */
export async function requeueInterrupted(transaction: Queryable, task: string, after: number): Promise<void> {
  await sql`
    update graphile_worker._private_jobs jobs set locked_at = null, locked_by = null, run_at = now(),
      attempts = case when times < ${maxInterruptions} then greatest(attempts - 1, 0) else max_attempts end,
      last_error = ${`${interruptedError}, times in a row: `}::text || times
        || case when times < ${maxInterruptions} then '' else '. It is not tried again.' end
    from (
      select taken.id, 1 + coalesce(substring(last_error from ${`^${interruptedError}, times in a row: (\\d+)`}::text)::int, 0) as times
      from graphile_worker._private_jobs taken join graphile_worker._private_tasks tasks on tasks.id = taken.task_id
      where tasks.identifier = ${task} and taken.key is not null
        and taken.locked_at < now() - ${after}::double precision * interval '1 millisecond'
    ) interrupted
    where interrupted.id = jobs.id`.execute(transaction);
}

/**
 * Gives connection errors of a method a code that the worker knows as worth another try. That a job is done it writes
 * down without listening for failure: an error that it does not try again would end the process, and the job would stay
 * locked for hours.
 */
function retryConnectionErrors(target: object, method: 'connect' | 'query'): void {
  const original = (Reflect.get(target, method) as (...values: unknown[]) => unknown).bind(target);
  Reflect.set(target, method, (...values: unknown[]) => {
    const result = original(...values);
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      throw isConnectionError(error)
        ? Object.assign(new DatabaseUnavailable(error), { code: 'ETIMEDOUT' })
        : error;
    });
  });
}

/** A pool of connections for one worker alone. */
function poolOfWorker(pool: pg.Pool, log: Logger): pg.Pool {
  // the worker calls itself stopped while it still writes down that its last jobs are done: ending a pool waits for that
  const own = new pg.Pool({ ...connectionOf(pool), max: connections });
  own.on('connect', (client) => {
    client.on('error', () => {});
    retryConnectionErrors(client, 'query');
  });
  retryConnectionErrors(own, 'connect');
  own.on('error', (error) => log.warn({ err: error }, 'the job worker lost a connection'));
  return own;
}

/** The tasks as the worker wants them: measured, and with a log line for each failure. */
function taskListOf(tasks: Tasks, log: Logger): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([task, work]) => [
      task,
      async (payload: unknown, { job }: JobHelpers) => {
        const isLast = job.attempts >= job.max_attempts;
        const ended = jobDuration.startTimer({ task });
        try {
          await work(payload, { isLast });
          ended({ result: 'succeeded' });
        } catch (error) {
          ended({ result: 'failed' });
          if (isLast) log.error({ err: error, task }, 'a job failed and is not tried again');
          else log.warn({ err: error, task }, 'a job failed and will be tried again');
          throw error;
        }
      },
    ]),
  );
}

/** A worker that does the jobs of its tasks only, until it is stopped. */
async function startWorker(pool: pg.Pool, log: Logger, tasks: Tasks): Promise<{ stop(): Promise<void> }> {
  const own = poolOfWorker(pool, log);
  const runner = await run({
    pgPool: own,
    taskList: taskListOf(tasks, log),
    concurrency,
    pollInterval,
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

/**
 * Does jobs until it is stopped; those begun are finished. Tasks that can take minutes are `longTasks`: they have a worker
 * of their own, so that mails and sign-in codes never wait for them.
 */
export async function startJobs(options: {
  pool: pg.Pool;
  log: Logger;
  tasks: Tasks;
  longTasks?: Tasks;
}): Promise<{ stop(): Promise<void> }> {
  const { pool, log, tasks, longTasks = {} } = options;
  const kinds = [tasks, longTasks].filter((ofKind) => Object.keys(ofKind).length > 0);
  const workers = await Promise.all(kinds.map((ofKind) => startWorker(pool, log, ofKind)));
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

/** Does the jobs of some tasks that wait now, and those that they add. */
export async function doWaitingJobs({
  pool,
  log,
  tasks,
}: {
  pool: pg.Pool;
  log: Logger;
  tasks: Tasks;
}): Promise<void> {
  const own = poolOfWorker(pool, log);
  try {
    await runOnce({
      pgPool: own,
      taskList: taskListOf(tasks, log),
      concurrency,
      noHandleSignals: true,
      logger: workerLog(log),
    });
  } finally {
    await own.end();
  }
}
