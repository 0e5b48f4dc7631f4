import type { Pool, PoolClient } from 'pg';
import { type Queryable, queryableOn } from '../../platform/database.ts';
import { isConnectionError } from '../../platform/database-unavailable.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import type { FileStore } from '../../platform/files.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { beginAlerts } from '../alerts/index.ts';
import { accountsPlan } from './accounts-plan.ts';
import { appointmentsPlan } from './appointments-plan.ts';
import { callsPlan, inquiriesPlan } from './calls-plan.ts';
import { campaignsPlan, staffPlan, trackingLinesPlan } from './campaigns-plan.ts';
import { contactsPlan } from './contacts-plan.ts';
import { designsPlan, designVersionsPlan, reviewCommentsPlan, salesContactsPlan } from './design-plans.ts';
import { DimensionCodes } from './dimension-codes.ts';
import { executeSql } from './execute-sql.ts';
import { type FeedFile, feedFiles, formatsOfFiles } from './feed-files.ts';
import type { FeedSource } from './feed-source.ts';
import { importFailure, type SavedRows, reportingDiskFull } from './import-failures.ts';
import { type ImportReport, ReportBuilder } from './import-report.ts';
import { ImageImporter } from './images.ts';
import { batchRunner, type ImportProgress, type ImportRun } from './import-run.ts';
import { geodataPlan, mailingAreasPlan, mailingZonesPlan } from './map-plans.ts';
import type { MergePlan } from './merge-plan.ts';
import { mergePicklists } from './merge-picklists.ts';
import { mergeRows } from './merge-rows.ts';
import { notificationSettingsPlan } from './notification-plan.ts';
import { patientListsPlan, patientsPlan } from './patient-plans.ts';
import { openPendingReferences, reportPendingReferences } from './pending-references.ts';
import { readRows, UnreadableFile } from './read-rows.ts';
import { RecordingImporter } from './recordings.ts';
import { stageRows } from './stage-rows.ts';

/** The options of an import. */
export interface ImportOptions {
  /** Where recordings go. */
  files: FileStore;
  /** Keep nothing if any row is rejected; the import is one transaction, and saves in the portal wait for its end. */
  strict?: boolean;
  /** Folder for the file that lists rejections, pending references and missing recordings; without it none is written. */
  reportFolder?: string;
  /** Called after every few thousand rows. */
  onProgress?(progress: ImportProgress): void;
  /** Aborted to stop after the batch under way. */
  signal?: AbortSignal;
  /** Rows per transaction; 20,000 by default. */
  batchRows?: number;
  /** Milliseconds to wait for another import's end; 10,000 by default. */
  staleTimeout?: number;
  /** Where the time comes from that separates an account's past from what alerts; the machine's own by default. */
  clock?: Clock;
}

/** Another import is running on the same database. */
export class ImportRunning extends OperatorProblem {
  constructor() {
    super('Another import is running on this database. Run this one again when it has ended.');
  }
}

/** The import was stopped on request. */
export class ImportStopped extends OperatorProblem {
  constructor(strict: boolean) {
    super(
      `Stopped. ${strict ? 'Nothing was kept.' : 'What was saved so far stays; run the import again to complete it.'}`,
    );
  }
}

const importLock = 7_305_410;
/** Longer than it takes PostgreSQL to notice that an import was killed. */
const defaultStaleTimeout = 10_000;

const plans = new Map<FeedFile['name'], MergePlan>(
  [
    accountsPlan,
    contactsPlan,
    staffPlan,
    notificationSettingsPlan,
    campaignsPlan,
    trackingLinesPlan,
    callsPlan,
    inquiriesPlan,
    appointmentsPlan,
    salesContactsPlan,
    designsPlan,
    designVersionsPlan,
    reviewCommentsPlan,
    geodataPlan,
    mailingAreasPlan,
    mailingZonesPlan,
    patientListsPlan,
    patientsPlan,
  ].map((plan) => [plan.file.name, plan]),
);

async function takeLock(database: Queryable, staleTimeout: number): Promise<void> {
  await executeSql(database, `set lock_timeout = ${staleTimeout}`);
  try {
    await executeSql(database, 'select pg_advisory_lock($1)', [importLock]);
  } catch (error) {
    if ((error as { code?: string }).code === '55P03') throw new ImportRunning();
    throw error;
  }
  await executeSql(database, 'set lock_timeout = 0');
}

/** The session's settings: the text format of values, memory for the temporary tables, predictable plans. */
const sessionSettings = [
  `set timezone = 'UTC'`,
  `set datestyle = 'ISO, YMD'`,
  `set extra_float_digits = 1`,
  `set statement_timeout = 0`,
  `set idle_in_transaction_session_timeout = 0`,
  `set jit = off`,
  `set random_page_cost = 1.1`,
  `set temp_buffers = '64MB'`,
  `set work_mem = '64MB'`,
  // A killed import's statement ends when this notices it, and with it the lock.
  `set client_connection_check_interval = '1s'`,
];

/**
 * Refreshes the planner's statistics: without it the first queries after a large import are planned for empty tables,
 * until PostgreSQL analyzes them on its own a minute later.
 */
async function refreshStatistics(database: Queryable, report: ReportBuilder): Promise<void> {
  const tables = new Set(
    feedFiles
      .filter(({ name }) =>
        formatsOfFiles.some((format) => {
          const fileReport = report.reportOf(`${name}.${format}`);
          return fileReport !== undefined && fileReport.added + fileReport.changed > 0;
        }),
      )
      .map(({ table }) => table),
  );
  if (tables.size === 0) return;
  try {
    // recomputing calls writes them, whichever files were imported
    await executeSql(database, `vacuum (analyze) ${[...tables.add('calls')].join(', ')}`);
  } catch {
    // the rows are saved all the same
    report.notice('The database could not refresh its statistics; until it does, screens may be slower.');
  }
}

async function importFile(run: ImportRun, source: FeedSource, file: FeedFile, name: string): Promise<void> {
  const report = run.report.file(name);
  const format = name.endsWith('.csv') ? 'csv' : 'ndjson';
  const stream = await source.open(name);
  try {
    const notice = (message: string) => run.report.notice(`${name}: ${message}.`);
    const staged = await stageRows(run, file, report, readRows(file, format, stream, notice));
    const plan = plans.get(file.name);
    if (plan) await mergeRows(run, plan, report, staged);
    else await mergePicklists(run, report, staged);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await run.report.reject(report, [{ line: 1, column: '', reason: error.message }]);
  } finally {
    stream.destroy();
  }
}

async function importFiles(run: ImportRun, source: FeedSource): Promise<void> {
  await openPendingReferences(run);
  const present = await source.files();
  const known = new Map<string, FeedFile>(
    feedFiles.flatMap((file) => formatsOfFiles.map((format) => [`${file.name}.${format}`, file] as const)),
  );
  for (const name of present) {
    if (!known.has(name)) run.recordings.unclaimed.add(name);
  }
  const found = [...known].filter(([name]) => present.includes(name));
  if (found.length === 0) {
    throw new OperatorProblem(
      `There is nothing to import in ${source.name}: it holds none of ${feedFiles.map(({ name }) => `${name}.csv`).join(', ')} (or .ndjson).`,
    );
  }
  const references = new Map<string, NonNullable<MergePlan['references']>>();
  for (const [name, file] of found) {
    await importFile(run, source, file, name);
    references.set(name, plans.get(file.name)?.references ?? []);
  }
  for (const name of run.recordings.unclaimed)
    run.report.notice(`The file ${JSON.stringify(name)} is not known and is not read.`);
  await reportPendingReferences(run, references);
}

/**
 * Imports a feed: each file in batches of one transaction each, so that running a killed import again completes it;
 * rows that the record already has are not written again. The server can run at the same time; one import runs at a time.
 * @throws {ImportRunning} when another import does not end in time
 * @throws {DatabaseLost | DiskFull} when the database goes away, or there is no room for what is imported
 * @throws {OperatorProblem} when there is nothing to import
 */
export async function importFeed(
  { pool }: { pool: Pool },
  source: FeedSource,
  options: ImportOptions,
): Promise<ImportReport> {
  const report = new ReportBuilder(options.reportFolder ?? null);
  const client = await pool.connect().catch((error: unknown) => {
    throw importFailure(error, { lost: isConnectionError(error), kept: 'nothing' });
  });
  const connection = { client, database: queryableOn(client), lost: false };
  // A connection that is lost fails the statement under way; this keeps it from ending the process as well.
  client.on('error', () => {
    connection.lost = true;
  });
  try {
    return await report.finish(await importOver(connection, source, report, options));
  } finally {
    // Ends the session, and with it the lock, the temporary tables and an unfinished transaction.
    client.release(true);
  }
}

/** The connection of an import, and whether it was lost. */
interface ImportConnection {
  readonly database: Queryable;
  readonly client: PoolClient;
  lost: boolean;
}

/**
 * Imports over one connection; returns whether the rows were saved.
 * @throws {DatabaseLost | DiskFull} when there is no going on
 */
async function importOver(
  connection: ImportConnection,
  source: FeedSource,
  report: ReportBuilder,
  options: ImportOptions,
): Promise<boolean> {
  const { database } = connection;
  const strict = options.strict ?? false;
  const files = reportingDiskFull(options.files);
  const recordings = new RecordingImporter(source, files, strict);
  const claim = (path: string) => void recordings.unclaimed.delete(path);
  const images = new ImageImporter(source, files, { claim, trackNew: strict });
  const rollBackFiles = async () => {
    await recordings.rollBack();
    await images.rollBack();
  };
  let kept: SavedRows = strict ? 'nothing' : 'saved batches';
  try {
    const run = await beginRun(connection, report, { recordings, images }, options);
    await importFiles(run, source);
    const { clock = systemClock } = options;
    await beginAlerts((work) => run.batch(() => work(run.database)), clock.now());
    if (strict && report.rejected > 0) {
      await executeSql(database, 'rollback');
      await rollBackFiles();
      return false;
    }
    kept = strict ? 'unknown' : kept;
    if (strict) await executeSql(database, 'commit');
  } catch (error) {
    if (kept === 'unknown' && !connection.lost && !isConnectionError(error)) kept = 'nothing';
    // files of rows that may have been saved stay
    if (kept !== 'unknown') await rollBackFiles();
    throw importFailure(error, { lost: connection.lost, kept });
  }
  await refreshStatistics(database, report);
  return true;
}

/** Takes the lock and creates what the steps of an import share; a strict import begins its one transaction. */
async function beginRun(
  { client, database }: ImportConnection,
  report: ReportBuilder,
  keepers: Pick<ImportRun, 'recordings' | 'images'>,
  options: ImportOptions,
): Promise<ImportRun> {
  const strict = options.strict ?? false;
  const started = performance.now();
  for (const setting of sessionSettings) await executeSql(database, setting);
  await takeLock(database, options.staleTimeout ?? defaultStaleTimeout);
  if (strict) await executeSql(database, 'begin');
  return {
    database,
    client,
    report,
    codes: await DimensionCodes.read(database),
    ...keepers,
    batchRows: options.batchRows ?? 20_000,
    progress(progress) {
      options.onProgress?.({ ...progress, seconds: (performance.now() - started) / 1000 });
      if (options.signal?.aborted) throw new ImportStopped(strict);
    },
    batch: batchRunner(database, strict),
  };
}
