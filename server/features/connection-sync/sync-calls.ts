import { setTimeout as timeout } from 'node:timers/promises';
import type { Dependencies } from '../../dependencies.ts';
import { Problem } from '../../platform/http/problems.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { importCalls } from '../connected-calls/index.ts';
import type { Connection } from '../connections/index.ts';
import type { ImportQueue } from '../ingest-http/index.ts';
import { accessOf, callSources, listCalls, VendorProblem } from '../vendor-apis/index.ts';
import {
  advanceSync,
  beginSync,
  failSync,
  listProgress,
  type SyncKind,
  type SyncProgress,
} from './progress.ts';
import { requestRecordings } from './recordings.ts';

/** What reading the calls of connections needs. */
export type SyncDependencies = Pick<Dependencies, 'database' | 'clock' | 'environment' | 'log'> & {
  queue: ImportQueue;
};

/** Milliseconds after which a reading that failed goes on, unless the system says when. */
const failurePause = 15 * 60_000;
/** How often, and after how many milliseconds, a page is imported again while another import runs. */
const busyAttempts = 30;
const busyPause = 10_000;

/** Which calls are wanted. */
export interface SyncWindow {
  kind: SyncKind;
  since: Date;
  until: Date;
}

/** A call that was rejected. */
export interface CallRejection {
  callId: string;
  /** The column and what is wrong with it, without what the call holds. */
  reason: string;
}

/** How a reading is watched and ended. */
export interface SyncOptions {
  signal: AbortSignal;
  /** Told after each page how far it is, and why calls of it were rejected. */
  onPage?: (progress: SyncProgress, rejections: readonly CallRejection[]) => void;
}

/**
 * Checks that calls are read from a connection as far back.
 * @throws {OperatorProblem} when the system is none of which calls are read, or does not keep them so long
 */
export function checkSync({ name, kind }: Connection, since: Date, now: Date): void {
  const source = callSources[kind];
  if (!source)
    throw new OperatorProblem(`No calls are read from ${name}: it is a connection of the kind ${kind}.`);
  if (since > now) throw new OperatorProblem('--since is a day in the future.');
  if (source.keptMonths === null) return;
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - source.keptMonths);
  if (since < oldest)
    throw new OperatorProblem(
      `${source.name} keeps calls for ${source.keptMonths} months. The first day is ${oldest.toISOString().slice(0, 10)}.`,
    );
}

/** The reading of that kind that goes on, or a new one. One with another beginning is replaced. */
async function openProgress(
  { database, clock }: SyncDependencies,
  connection: Connection,
  { kind, since, until }: SyncWindow,
): Promise<SyncProgress> {
  const before = (await listProgress(database.kysely, connection.name)).find((one) => one.kind === kind);
  if (before && before.endedAt === null && before.since <= since) return before;
  // another process has ended it since it was looked up
  if (before && before.until.getTime() === until.getTime() && before.since <= since) return before;
  return beginSync(database.kysely, { connection: connection.name, kind, since, until }, clock.now());
}

/** What is stored of an error, for operators: nothing that calls hold. */
const failureOf = (error: unknown) =>
  error instanceof OperatorProblem ? error.message : 'The calls could not be imported.';

/**
 * Reads the calls of a connection, page after page, and imports each. How far it is is stored with each page: when it is stopped or
 * killed, the next reading of the same kind goes on there. One reading of a connection runs at a time.
 * @returns how far it came; null while another one runs
 * @throws {VendorProblem} when the system does not answer, or wants to be asked later; the reading goes on then
 */
export function syncCalls(
  dependencies: SyncDependencies,
  connection: Connection,
  window: SyncWindow,
  options: SyncOptions,
): Promise<SyncProgress | null> {
  const { database } = dependencies;
  return database.exclusivelyIfFree(`sync ${connection.name}`, async () => {
    const begun = await openProgress(dependencies, connection, window);
    return begun.endedAt ? begun : continueSync(dependencies, connection, begun, options);
  });
}

/** Imports as soon as no other import holds what it needs. */
async function whenFree<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof Problem && [429, 503].includes(error.statusCode);
      if (!isBusy || attempt >= busyAttempts) throw error;
    }
    await timeout(busyPause, undefined, { signal });
  }
}

async function continueSync(
  dependencies: SyncDependencies,
  connection: Connection,
  begun: SyncProgress,
  { signal, onPage }: SyncOptions,
): Promise<SyncProgress> {
  const { database, clock, queue } = dependencies;
  let progress = begun;
  try {
    const access = await accessOf(dependencies, connection, signal);
    const window = { account: access.account, since: begun.since, until: begun.until };
    for await (const { calls, next } of listCalls(access, window, begun.nextPage)) {
      const outcomes = await whenFree(signal, () => importCalls(dependencies, queue, connection, calls));
      await requestRecordings(dependencies, { connection: connection.name, kind: connection.kind, calls });
      const count = (wanted: string) => outcomes.filter(({ state }) => state === wanted).length;
      const page = {
        read: calls.length,
        imported: count('imported'),
        leftOut: count('left out'),
        parked: count('parked'),
        rejected: count('failed'),
        next,
      };
      progress = await advanceSync(database.kysely, progress, page, clock.now());
      onPage?.(
        progress,
        outcomes.flatMap(({ callId, state, reason }) =>
          state === 'failed' ? [{ callId, reason: reason ?? '' }] : [],
        ),
      );
    }
    return progress;
  } catch (error) {
    // one that was stopped goes on at once
    if (signal.aborted) throw error;
    const retryAfter = error instanceof VendorProblem ? error.retryAfter : null;
    const resumeAt = new Date(clock.now().getTime() + (retryAfter ?? failurePause));
    // a page that the system does not know any more
    const fromStart = error instanceof VendorProblem && error.isFinal && progress === begun;
    await failSync(database.kysely, progress, { failure: failureOf(error), resumeAt, fromStart });
    throw error;
  }
}
