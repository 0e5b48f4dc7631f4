import { minutes, seconds } from '@mailcall/contract/time/durations.ts';
import type { Pool } from 'pg';
import { isConnectionError } from '../../platform/database-unavailable.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import type { FileStore } from '../../platform/files.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { beginAlerts } from '../alerts/index.ts';
import { executeSql } from './execute-sql.ts';
import { feedFiles, formatsOfFiles } from './feed-files.ts';
import type { FeedSource } from './feed-source.ts';
import { importFailure, type SavedRows, reportingDiskFull } from './import-failures.ts';
import { importFiles } from './import-files.ts';
import { recordRejections } from './import-rejections.ts';
import { type ImportReport, ReportBuilder } from './import-report.ts';
import { ImageImporter } from './images.ts';
import { batchRunner, type ImportProgress, type ImportRun, type WithinAccounts } from './import-run.ts';
import { ImportSession } from './import-session.ts';
import { storedImage } from './stored-image.ts';
import { RecordingImporter } from './recordings.ts';
import { hasRemovedData } from './removed-data.ts';
import { createOwnAccounts } from './senders-rights.ts';
import { readTiedIds, restoreTies, type Tie, TiedIds } from './tied-ids.ts';

export interface ImportOptions {
  files: FileStore;
  /** Save nothing if a row is rejected. The import is one transaction, and saves in the portal wait for its end. */
  strict?: boolean;
  /** Folder of the file with rejections, pending references and missing recordings; without it, none is written. */
  reportFolder?: string;
  /** After every few thousand rows. */
  onProgress?(progress: ImportProgress): void;
  /** Stops after the current batch. */
  signal?: AbortSignal;
  /** Rows per transaction; 20,000 by default. */
  batchRows?: number;
  /** Milliseconds to wait for another import; 10,000 by default. */
  staleTimeout?: number;
  /** Milliseconds to wait for another session's lock; 60,000 by default. */
  recordTimeout?: number;
  /** Separates an account's past from calls that alert. */
  clock?: Clock;
  /** People's work from a portal's export applies unchanged, beside the feed. */
  portalWork?: boolean;
  /** Of the portal whose work it is. */
  ties?: readonly Tie[];
  /** `YYYY-MM-DD` at the office: earlier new calls do not wait for a callback. All can by default. */
  callbacksFrom?: string | null;
  /** Undo everything at the end, whatever was rejected. */
  dryRun?: boolean;
  /** The rows of a person of the provider: of these accounts, never of people of the provider. All rows by default. */
  within?: WithinAccounts;
  /** Lines of each outcome in the report; none by default. */
  samples?: number;
  /** Maximum rejections, and emptied cells, in the report itself; 20 by default. */
  listed?: number;
}

export class ImportStopped extends OperatorProblem {
  constructor(strict: boolean) {
    super(
      `Stopped. ${strict ? 'Nothing was kept.' : 'What was saved so far stays; run the import again to complete it.'}`,
    );
  }
}

/** Longer than it takes PostgreSQL to notice that an import was killed. */
const defaultStaleTimeout = seconds(10);
/** Longer than anything of the portal keeps a row or a table locked. */
const defaultRecordTimeout = minutes(1);

function writtenRows(report: ReportBuilder): Map<string, { added: number; changed: number }> {
  const written = new Map<string, { added: number; changed: number }>();
  for (const { name, table } of feedFiles) {
    for (const format of formatsOfFiles) {
      const { added = 0, changed = 0 } = report.reportOf(`${name}.${format}`) ?? {};
      const before = written.get(table) ?? { added: 0, changed: 0 };
      if (added + changed > 0)
        written.set(table, { added: before.added + added, changed: before.changed + changed });
    }
  }
  return written;
}

/** Includes calls computed again for an appointment, but no calls of a changed campaign, line or time zone: they may be many. */
function writtenCalls(written: ReturnType<typeof writtenRows>): number {
  const total = (table: string) => {
    const { added = 0, changed = 0 } = written.get(table) ?? {};
    return added + changed;
  };
  const reachesMany =
    total('campaigns') + total('tracking_lines') + (written.get('accounts')?.changed ?? 0) > 0;
  return reachesMany ? Number.POSITIVE_INFINITY : total('calls') + total('appointments');
}

/** Otherwise PostgreSQL plans the first queries after a large import for empty tables, until it analyzes them a minute later. */
async function refreshStatistics(
  session: ImportSession,
  report: ReportBuilder,
  isLast: boolean,
): Promise<void> {
  const written = writtenRows(report);
  if (written.size === 0) return;
  try {
    const rows = new Map([...written].map(([table, { added, changed }]) => [table, added + changed]));
    if (isLast) rows.set('calls', writtenCalls(written));
    await session.refreshWritten(rows, { vacuum: isLast });
  } catch {
    // the rows stay saved
    report.notice('The database could not refresh its statistics; until it does, screens may be slower.');
  }
}

/**
 * Imports each file in batches of one transaction; one import at a time, even while the server runs. Repeating a killed import completes
 * it. Throws {@link ImportRunning}, {@link DatabaseLost}, {@link DiskFull}, or OperatorProblem if there is nothing to import.
 */
export async function importFeed(
  { pool }: { pool: Pool },
  source: FeedSource,
  options: ImportOptions,
): Promise<ImportReport> {
  const session = await ImportSession.open(pool).catch((error: unknown) => {
    throw importFailure(error, { lost: isConnectionError(error), kept: 'nothing' });
  });
  try {
    return await importInSession(session, source, options, { isLast: true });
  } finally {
    session.close();
  }
}

/** After a failed import the session must be closed. `isLast` keeps the lock and refreshes all statistics. Throws as {@link importFeed}. */
export async function importInSession(
  session: ImportSession,
  source: FeedSource,
  options: ImportOptions,
  { isLast }: { isLast: boolean },
): Promise<ImportReport> {
  const { dryRun = false } = options;
  const report = new ReportBuilder(
    dryRun ? null : (options.reportFolder ?? null),
    options.listed,
    (file, column) => source.place?.(file, column) ?? null,
  );
  // one transaction, which can be undone
  const kept = await importOver(session, source, report, dryRun ? { ...options, strict: true } : options);
  if (kept) await refreshStatistics(session, report, isLast);
  const finished = await report.finish(kept);
  if (!dryRun && !source.showsRejections) {
    const now = (options.clock ?? systemClock).now();
    // the rows stay saved when the database is gone
    await recordRejections(session.database, source.system ?? null, finished, now).catch(() => undefined);
  }
  if (!isLast) await session.end();
  return dryRun ? { ...finished, dryRun: true } : finished;
}

async function importOver(
  session: ImportSession,
  source: FeedSource,
  report: ReportBuilder,
  options: ImportOptions,
): Promise<boolean> {
  const { database } = session;
  const strict = options.strict ?? false;
  const files = reportingDiskFull(options.files);
  const recordings = new RecordingImporter(source, files, strict);
  const claim = (path: string) => void recordings.unclaimed.delete(path);
  const portalWork = options.portalWork ?? false;
  const images = new ImageImporter(source, files, {
    claim,
    trackNew: strict,
    imageOf: portalWork ? (id) => storedImage(database, id) : null,
  });
  const rollBackFiles = async () => {
    await recordings.rollBack();
    await images.rollBack();
  };
  let kept: SavedRows = strict ? 'nothing' : 'saved batches';
  try {
    const run = await beginRun(
      session,
      report,
      {
        recordings,
        images,
        system: source.system ?? null,
        scoreSource: portalWork ? 'person' : (source.scoreSource ?? 'feed'),
      },
      options,
    );
    await restoreTies(run, options.ties ?? []);
    // a strict import is one transaction, so one connection; people's rows are few
    const openSecond = strict || portalWork || options.within ? null : () => session.openSecond();
    await importFiles(run, source, openSecond);
    const { clock = systemClock } = options;
    await beginAlerts((work) => run.batch(() => work(run.database)), clock.now());
    if (options.dryRun || (strict && report.rejected > 0)) {
      await executeSql(database, 'rollback');
      session.tables.forget();
      await rollBackFiles();
      return false;
    }
    kept = strict ? 'unknown' : kept;
    if (strict) await executeSql(database, 'commit');
  } catch (error) {
    if (kept === 'unknown' && !session.lost && !isConnectionError(error)) kept = 'nothing';
    // files of rows that may have been saved stay
    if (kept !== 'unknown') await rollBackFiles();
    if (options.signal?.aborted && error === options.signal.reason) throw new ImportStopped(strict);
    throw importFailure(error, { lost: session.lost, kept });
  }
  return true;
}

async function beginRun(
  session: ImportSession,
  report: ReportBuilder,
  { system, ...given }: Pick<ImportRun, 'recordings' | 'images' | 'scoreSource'> & { system: string | null },
  options: ImportOptions,
): Promise<ImportRun> {
  const { client, database, pool, tables } = session;
  const strict = options.strict ?? false;
  const started = performance.now();
  await session.begin(
    options.staleTimeout ?? defaultStaleTimeout,
    options.recordTimeout ?? defaultRecordTimeout,
  );
  if (strict) await executeSql(database, 'begin');
  const tied = new TiedIds();
  await readTiedIds({ database, tied });
  if (options.within) await createOwnAccounts(database, options.within);
  return {
    database,
    client,
    pool,
    tables,
    record: await session.record(),
    report,
    codes: (await session.codes()).ofSystem(system),
    ...given,
    portalWork: options.portalWork ?? false,
    within: options.within ?? null,
    samples: options.samples ?? 0,
    byPerson: false,
    tied,
    callbacksFrom: options.callbacksFrom ?? null,
    hasRemovedData: await hasRemovedData(database),
    batchRows: options.batchRows ?? 20_000,
    progress(progress) {
      options.onProgress?.({ ...progress, seconds: (performance.now() - started) / 1000 });
      if (options.signal?.aborted) throw new ImportStopped(strict);
    },
    batch: batchRunner({ database, tables }, strict),
  };
}
