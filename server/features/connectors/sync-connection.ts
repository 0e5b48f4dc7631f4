import { OperatorProblem } from '../../platform/operator-problem.ts';
import type { Connection } from './connections.ts';
import { VendorProblem } from './vendor-api.ts';
import {
  advanceSync,
  beginSync,
  failSync,
  listProgress,
  type SyncKind,
  type SyncProgress,
} from './sync-progress.ts';
import { type Rejection, type SyncDependencies, syncSourceOf } from './sync-sources.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';

/** Milliseconds before a failed reading continues, unless the system says when. */
const failurePause = minutes(15);

/** Calls that began, or pieces that are sent, between these instants. */
export interface SyncWindow {
  kind: SyncKind;
  since: Date;
  until: Date;
}

export interface SyncOptions {
  signal: AbortSignal;
  onPage?: (progress: SyncProgress, rejections: readonly Rejection[]) => void;
}

/** Continues a reading of that kind or begins one. One with another beginning is replaced. */
async function openProgress(
  { database, clock }: SyncDependencies,
  connection: Connection,
  { kind, since, until }: SyncWindow,
): Promise<SyncProgress> {
  const before = (await listProgress(database.kysely, connection.name)).find((one) => one.kind === kind);
  if (before && before.endedAt === null && before.since <= since) return before;
  // another process has ended it since the look-up
  if (before && before.until.getTime() === until.getTime() && before.since <= since) return before;
  return beginSync(database.kysely, { connection: connection.name, kind, since, until }, clock.now());
}

/** For operators, without data of calls or pieces. */
const failureOf = (error: unknown) =>
  error instanceof OperatorProblem ? error.message : 'What was read could not be imported.';

/** Saves progress per page, to continue later. Null while another reading runs. @throws {VendorProblem} if the system fails or defers */
export function syncConnection(
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

async function continueSync(
  dependencies: SyncDependencies,
  connection: Connection,
  begun: SyncProgress,
  { signal, onPage }: SyncOptions,
): Promise<SyncProgress> {
  const { database, clock } = dependencies;
  let progress = begun;
  try {
    const window = { since: begun.since, until: begun.until };
    const pages = syncSourceOf(connection.kind).pages(
      dependencies,
      connection,
      window,
      begun.nextPage,
      signal,
    );
    for await (const { rejections, ...page } of pages) {
      progress = await advanceSync(database.kysely, progress, page, clock.now());
      onPage?.(progress, rejections);
    }
    return progress;
  } catch (error) {
    if (signal.aborted) throw error;
    const retryAfter = error instanceof VendorProblem ? error.retryAfter : null;
    const resumeAt = new Date(clock.now().getTime() + (retryAfter ?? failurePause));
    // the system no longer knows the page
    const fromStart = error instanceof VendorProblem && error.isFinal && progress === begun;
    await failSync(database.kysely, progress, { failure: failureOf(error), resumeAt, fromStart });
    throw error;
  }
}
