import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { seconds } from '@mailcall/contract/time/durations.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { FileStore } from '../files.ts';
import { pendingMigrations } from '../migrate.ts';
import { isDiskFull } from '../logged-error.ts';
import { OperatorProblem } from '../operator-problem.ts';
import { withinTime } from '../time-limit.ts';

interface HealthOptions {
  release: string;
  isReachable: () => Promise<boolean>;
  facts: () => Readonly<Record<string, string>>;
  /** Warnings for operators; not read while the database is down. */
  warnings: () => Promise<string[]>;
  warningsLifetime?: number | undefined;
  /** Reason to send requests to another process, or null. */
  problem: () => Promise<string | null>;
}

/** Health must answer even if every connection is busy. */
const warningsLimit = seconds(2);
/** Cached because they take several statements, and anyone may ask. */
const usualLifetime = seconds(1);
const unreadWarnings = 'Other warnings could not be read: the database is too busy.';

/** Concurrent callers share one read; its result stays for `lifetime` milliseconds. */
function remembered<Result>(read: () => Promise<Result>, lifetime: number): () => Promise<Result> {
  let last: Promise<Result> | undefined;
  return () => {
    if (last) return last;
    const reading = read();
    const forget = () => {
      last = undefined;
    };
    last = reading;
    reading.then(() => (lifetime === 0 ? forget() : setTimeout(forget, lifetime).unref()), forget);
    return reading;
  };
}

/** `/health`: 503 if the database does not answer. `/health/live`: restart if it fails. `/health/ready`: 503 to stop requests. */
export function serveHealth(
  app: FastifyInstance,
  { release, isReachable, facts, warnings, warningsLifetime = usualLifetime, problem }: HealthOptions,
): void {
  const readWarnings = remembered(warnings, warningsLifetime);
  app.get('/health', async (_request, reply) => {
    const reachable = await isReachable();
    const found = reachable
      ? await withinTime(warningsLimit, readWarnings(), () => new Error(unreadWarnings)).catch(() => [
          unreadWarnings,
        ])
      : [];
    return reply
      .status(reachable ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: reachable ? 'ok' : 'unavailable',
        release,
        database: reachable ? 'reachable' : 'unreachable',
        ...facts(),
        warnings: found,
      });
  });
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/health/ready', async (_request, reply) => {
    const found = await problem();
    return reply
      .status(found === null ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(found === null ? { status: 'ready' } : { status: 'unavailable', problem: found });
  });
}

const checkLimit = seconds(2);
const filesCheckedFor = seconds(30);

class Late extends Error {}

const inTime = <Result>(work: Promise<Result>) => withinTime(checkLimit, work, () => new Late());

function unreadMigrations(error: unknown): string {
  if (error instanceof Late) return 'The database is too busy.';
  if (error instanceof OperatorProblem) return 'The database is of another release.';
  return 'The migrations of the database cannot be read.';
}

/** `full`: the disk is full. */
export type FileCheck = () => Promise<'stored' | 'full' | 'failed'>;

export function fileCheck(files: FileStore): FileCheck {
  const key = `health/${randomUUID()}`;
  let storedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - storedAt < filesCheckedFor) return 'stored';
    try {
      await inTime(files.put(key, Readable.from([Buffer.from('ok')])).then(() => files.remove(key)));
      storedAt = performance.now();
      return 'stored';
    } catch (error) {
      // not cached: the next request checks again
      return isDiskFull(error) ? 'full' : 'failed';
    }
  };
}

/** Everything except storing files still works. */
export async function fileWarnings(check: FileCheck): Promise<string[]> {
  return (await check()) === 'full' ? ['Files cannot be stored: their disk is full. Make room.'] : [];
}

/** A full disk does not count, because the other processes share it and reading still works. */
export function readiness(options: {
  stopping: AbortSignal | undefined;
  isReachable: () => Promise<boolean>;
  pool: pg.Pool;
  checkFiles: FileCheck;
}): () => Promise<string | null> {
  const { stopping, isReachable, pool, checkFiles } = options;
  return async () => {
    if (stopping?.aborted) return 'The process is stopping.';
    if (!(await isReachable())) return 'The database does not answer.';
    const problem = await inTime(pendingMigrations(pool)).then(
      (pending) => (pending > 0 ? 'The database is not migrated to this release.' : null),
      unreadMigrations,
    );
    if (problem !== null) return problem;
    return (await checkFiles()) === 'failed' ? 'Files cannot be stored.' : null;
  };
}
