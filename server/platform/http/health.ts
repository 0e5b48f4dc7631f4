import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { FileStore } from '../files.ts';
import { pendingMigrations } from '../migrate.ts';
import { isDiskFull } from '../no-room.ts';
import { OperatorProblem } from '../operator-problem.ts';
import { withinTime } from '../time-limit.ts';

/** What health is found out with. */
interface HealthOptions {
  release: string;
  /** Whether the database answers; it has to say so in time. */
  isReachable: () => Promise<boolean>;
  /** More about the process, such as what answers its queries. */
  facts: () => Readonly<Record<string, string>>;
  /** Warnings for the operator, though the process works; not collected while the database does not answer. */
  warnings: () => Promise<string[]>;
  /** Milliseconds for which warnings are remembered; a second by default. */
  warningsLifetime?: number | undefined;
  /** Why requests should go to another process for now; null while the process can serve them. */
  problem: () => Promise<string | null>;
}

/** Milliseconds in which the warnings have to be read: health is answered also while every connection is in use. */
const warningsLimit = 2_000;
/** Milliseconds for which warnings are remembered: whoever asks has no account, and reading them takes several statements. */
const usualLifetime = 1_000;
const unreadWarnings = 'Other warnings could not be read: the database is too busy.';

/** Reads once for all who ask while it is read, and in the time after that. */
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

/**
 * Serves `GET /health` (200, or 503 when the database does not answer, with warnings for the operator), `/health/live` (200
 * while the process answers: restart it otherwise) and `/health/ready` (200, or 503 with the reason while requests should go
 * to another process).
 */
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

/** Milliseconds in which the migrations have to be read and a file to be written. */
const checkLimit = 2_000;
/** Milliseconds for which a file that was written says that others can be, too. */
const filesCheckedFor = 30_000;

class Late extends Error {}

const inTime = <Result>(work: Promise<Result>) => withinTime(checkLimit, work, () => new Late());

/** What an operator should know when it cannot be found out which migrations the database has. */
function unreadMigrations(error: unknown): string {
  if (error instanceof Late) return 'The database is too busy.';
  if (error instanceof OperatorProblem) return 'The database is of another release.';
  return 'The migrations of the database cannot be read.';
}

/** Whether files can be stored: `full` when their disk is. */
export type FileCheck = () => Promise<'stored' | 'full' | 'failed'>;

/** Finds out whether files can be stored, by storing one. */
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
      // it is tried again with the next request
      return isDiskFull(error) ? 'full' : 'failed';
    }
  };
}

/** Warns of a full disk, without which everything but storing files goes on. */
export async function fileWarnings(check: FileCheck): Promise<string[]> {
  return (await check()) === 'full' ? ['Files cannot be stored: their disk is full. Make room.'] : [];
}

/**
 * Finds out whether this process can serve requests: it is not stopping, the database answers and has the schema of this
 * release, and files can be stored. A full disk is none of that: the other processes have the same, and nobody could read.
 */
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
