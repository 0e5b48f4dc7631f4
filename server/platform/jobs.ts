import { seconds } from '@mailcall/contract/time/durations.ts';
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

/** Milliseconds between polls for jobs without a notification. */
const pollInterval = seconds(2);
/** Concurrent jobs per worker and process; short and long jobs have separate workers. */
const concurrency = 2;
/** Beyond the pool: one per job, one to listen, one for maintenance. */
const connections = concurrency + 2;

/** Delays grow from seconds to hours, almost a day in total. */
const maxAttempts = 12;

export interface Attempt {
  isLast: boolean;
}

/** By job name. A job that throws is tried again after growing delays. */
export type Tasks = Readonly<Record<string, (payload: unknown, attempt: Attempt) => Promise<void>>>;

/** Logs without values in errors. */
const workerLog = (log: Logger) =>
  new WorkerLogger((scope) => (level, message) => {
    if (level === 'error' && scope.jobId === undefined)
      log.error({ worker: message }, 'the job worker failed');
  });

export async function installJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: new WorkerLogger(() => () => {}) }).catch((error: Error) => {
    throw new OperatorProblem(
      `The tables of the job queue (the schema graphile_worker) could not be brought to this release: ${error.message}. Remove the cause, such as a full disk, and start again. If you find none, report it.`,
      { cause: error },
    );
  });
}

/** Takes effect if the transaction commits. Replaces a waiting job with the same key. */
export async function addJob(
  transaction: Queryable,
  task: string,
  payload: object,
  options: { key?: string } & JobOptions = {},
): Promise<void> {
  const { key = null, ...others } = options;
  await addJobs(transaction, task, [{ payload, key }], others);
}

interface JobOptions {
  /** Runs after jobs without this option. */
  waitsForOthers?: boolean;
  delay?: number;
}

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

/** Waiting jobs name another row from now on. */
export async function renameInJobs(
  transaction: Queryable,
  property: string,
  { from, into }: { from: string; into: string },
): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set payload = jsonb_set(payload::jsonb, array[${property}::text], to_jsonb(${into}::text))::json
    where locked_at is null and payload->>${property} = ${from}`.execute(transaction);
}

/** Process ends in a row before the job is given up, because it may be their cause. */
const maxInterruptions = 5;

/** Failed for good within a day. */
export async function failedJobs(database: Queryable, exceptTasks: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where locked_at is null and attempts >= max_attempts and updated_at > now() - interval '1 day'
      and tasks.identifier <> all(${[...exceptTasks]}::text[])`.execute(database);
  return rows[0]?.count ?? 0;
}

export const interruptedError = 'The process ended during this job';

/** Unlocks jobs of killed processes, started `after` milliseconds ago or earlier; five in a row give the job up. Jobs must take less. */
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

/** The worker retries this code; others would end it with its job locked for hours. */
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

function poolOfWorker(pool: pg.Pool, log: Logger): pg.Pool {
  // the worker reports its end before it has marked its last jobs as done; ending the pool waits for that
  const own = new pg.Pool({ ...connectionOf(pool), max: connections });
  own.on('connect', (client) => {
    client.on('error', () => {});
    retryConnectionErrors(client, 'query');
  });
  retryConnectionErrors(own, 'connect');
  own.on('error', (error) => log.warn({ err: error }, 'the job worker lost a connection'));
  return own;
}

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

/** Runs jobs until stopped. `longTasks` have their own worker, so that mails and sign-in codes never wait. */
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

/** Includes jobs that these add. */
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
