import { OperatorProblem } from '../../platform/operator-problem.ts';
import { accountsPlan } from './accounts-plan.ts';
import { appointmentsPlan } from './appointments-plan.ts';
import { callsPlan, inquiriesPlan } from './calls-plan.ts';
import { campaignsPlan, staffPlan, trackingLinesPlan } from './campaigns-plan.ts';
import { contactsPlan } from './contacts-plan.ts';
import { designsPlan, designVersionsPlan, reviewCommentsPlan, salesContactsPlan } from './design-plans.ts';
import { geodataPlan, mailingAreasPlan, mailingZonesPlan } from './map-plans.ts';
import type { MergePlan } from './merge-plan.ts';
import { mergeCallActions } from './merge-call-actions.ts';
import { mergePicklists } from './merge-picklists.ts';
import { mergeRows } from './merge-rows.ts';
import { mergeWhileReading } from './merge-while-reading.ts';
import { notificationSettingsPlan } from './notification-plan.ts';
import { patientListsPlan, patientsPlan } from './patient-plans.ts';
import { portalFiles } from './portal-files.ts';
import { openPendingReferences, reportPendingReferences } from './pending-references.ts';
import { readRows, UnreadableFile } from './read-rows.ts';
import { findRepeatedIds } from './repeated-ids.ts';
import { stageRows } from './stage-rows.ts';
import { type FeedFile, feedFiles, formatsOfFiles } from './feed-files.ts';
import type { FeedSource } from './feed-source.ts';
import type { FileReport } from './import-report.ts';
import { batchRunner, type ImportRun } from './import-run.ts';
import type { ImportSession } from './import-session.ts';

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

/** How the rows of a file are merged; null for the files that no plan describes. */
function planOf(file: FeedFile, { portalWork }: Pick<ImportRun, 'portalWork'>): MergePlan | null {
  const plan = plans.get(file.name);
  if (!plan || !portalWork) return plan ?? null;
  return { ...plan, file, checks: plan.checks?.filter(({ feedOnly }) => !feedOnly) };
}

/** A file of the feed that is there. */
interface FoundFile {
  file: FeedFile;
  /** Such as `calls.csv`. */
  name: string;
  report: FileReport;
}

/** Stages a file and merges it. */
async function importFile(
  run: ImportRun,
  source: FeedSource,
  { file, name, report }: FoundFile,
): Promise<void> {
  const format = name.endsWith('.csv') ? 'csv' : 'ndjson';
  const plan = planOf(file, run);
  // a recording that is no longer kept is removed unless another row of the whole file has the same
  const streamed = plan?.streamed && !(run.hasRemovedData && file.columns.some(({ audio }) => audio));
  const repeated =
    streamed && format === 'csv' ? await findRepeatedIds(await source.open(name), run.batchRows) : null;
  const stream = await source.open(name);
  try {
    const notice = (message: string) => run.report.notice(`${name}: ${message}.`);
    const batches = readRows(file, format, stream, notice);
    if (plan && repeated) {
      await mergeWhileReading(run, plan, report, { batches, repeated });
      return;
    }
    const staged = await stageRows(run, file, report, batches);
    if (plan) await mergeRows(run, plan, report, staged);
    else if (file.name === 'picklists') await mergePicklists(run, report, staged);
    else await mergeCallActions(run, report, staged);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await run.report.reject(report, [{ line: 1, column: '', reason: error.message }]);
  } finally {
    stream.destroy();
  }
}

/** Imports files one after the other. */
async function importInOrder(run: ImportRun, source: FeedSource, found: readonly FoundFile[]): Promise<void> {
  for (const one of found) await importFile(run, source, one);
}

/** Runs two pieces of work at the same time; when one fails, the other ends after its batch. */
async function runBoth(
  runs: readonly [ImportRun, ImportRun],
  work: readonly [(run: ImportRun) => Promise<void>, (run: ImportRun) => Promise<void>],
): Promise<void> {
  const errors: unknown[] = [];
  const one = async (run: ImportRun, part: (run: ImportRun) => Promise<void>) => {
    const progress: ImportRun['progress'] = (state) => {
      if (errors.length > 0) throw new OperatorProblem('The other part of the import has failed.');
      run.progress(state);
    };
    await part({ ...run, progress }).catch((error: unknown) => errors.push(error));
  };
  await Promise.all([one(runs[0], work[0]), one(runs[1], work[1])]);
  if (errors.length > 0) throw errors[0];
}

const positionOf = (name: FeedFile['name']) => feedFiles.findIndex((file) => file.name === name);

/**
 * Imports files in their order, those after the calls over two connections: appointments, which take longest, over the one and
 * the others over the second. Neither names a row of the other.
 */
async function importFound(
  run: ImportRun,
  source: FeedSource,
  found: readonly FoundFile[],
  openSecond: (() => Promise<ImportSession | null>) | null,
): Promise<void> {
  const report = (one: ImportRun) =>
    reportPendingReferences(
      one,
      new Map(found.map(({ file, name }) => [name, planOf(file, run)?.references ?? []])),
    );
  const isEarly = ({ file }: FoundFile) => positionOf(file.name) <= positionOf('calls');
  const early = found.filter(isEarly);
  const appointments = found.filter(({ file }) => file.name === 'appointments');
  const others = found.filter((one) => !isEarly(one) && one.file.name !== 'appointments');
  const wanted = appointments.length > 0 && others.length > 0 && openSecond !== null;
  if (!wanted) {
    await importInOrder(run, source, found);
    await report(run);
    return;
  }
  await importInOrder(run, source, early);
  const second = await openSecond();
  try {
    if (second) {
      const { client, database, tables } = second;
      const beside = { ...run, client, database, tables, batch: batchRunner({ database, tables }, false) };
      await openPendingReferences(beside);
      await runBoth(
        [run, beside],
        [(one) => importInOrder(one, source, appointments), (one) => importInOrder(one, source, others)],
      );
      await report(beside);
    } else {
      await importInOrder(run, source, found.slice(early.length));
    }
    await report(run);
  } finally {
    second?.close();
  }
}

/**
 * Imports the files of a source.
 * @param openSecond opens a second connection, over which files are imported that need not wait for others; null without one
 * @throws {OperatorProblem} when there is nothing to import
 */
export async function importFiles(
  run: ImportRun,
  source: FeedSource,
  openSecond: (() => Promise<ImportSession | null>) | null,
): Promise<void> {
  await openPendingReferences(run);
  if (run.portalWork)
    run.report.notice(
      'This is an export of a portal: its rows apply as what people did, and not as the feed.',
    );
  const present = await source.files();
  const known = new Map<string, FeedFile>(
    (run.portalWork ? portalFiles : feedFiles).flatMap((file) =>
      formatsOfFiles.map((format) => [`${file.name}.${format}`, file] as const),
    ),
  );
  for (const name of present) {
    if (!known.has(name)) run.recordings.unclaimed.add(name);
  }
  const found = [...known].flatMap(([name, file]) =>
    present.includes(name) ? [{ name, file, report: run.report.file(name) }] : [],
  );
  if (found.length === 0 && !run.portalWork) {
    throw new OperatorProblem(
      `There is nothing to import in ${source.name}: it holds none of ${feedFiles.map(({ name }) => `${name}.csv`).join(', ')} (or .ndjson).`,
    );
  }
  await importFound(run, source, found, openSecond);
  for (const name of run.recordings.unclaimed)
    run.report.notice(`The file ${JSON.stringify(name)} is not known and is not read.`);
}
