import { thousands } from '@mailcall/contract/rules/rates.ts';
import { cellTooLong, maxCellLength } from '../../platform/cell-length.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { unknownIndustries, unknownTypes } from '../scope/index.ts';
import {
  indexWaitingAppointments,
  leaveTakenAppointments,
  withAppointments,
} from './appointments-of-calls.ts';
import { skippedCells } from './cell-kinds.ts';
import { copyBetween } from './copy-between.ts';
import type { MergePlan } from './merge-plan.ts';
import { mergePlanOf } from './merge-plans.ts';
import { isLogFile, mergeLog } from './merge-logs.ts';
import { mergePicklists } from './merge-picklists.ts';
import { mergeRows } from './merge-rows.ts';
import { mergeWhileReading } from './merge-while-reading.ts';
import { portalFiles } from './portal-files.ts';
import { keptByOthers } from './scores-of-sources.ts';
import { openPendingReferences, reportPendingReferences } from './pending-references.ts';
import { type FeedRow, readRows, UnreadableFile } from './read-rows.ts';
import { findRepeatedIds, firstBytes } from './repeated-ids.ts';
import { SecondConnection } from './second-connection.ts';
import type { OtherConnection } from './send-while-reading.ts';
import {
  analyzeStage,
  createStage,
  setStageAside,
  stageRows,
  stageTable,
  stageWaitingRows,
} from './stage-rows.ts';
import { type FeedFile, feedFiles, formatsOfFiles } from './feed-files.ts';
import type { FeedSource } from './feed-source.ts';
import { isOfMergedOffice, isTiedFile, readTiedIds, tiedCells } from './tied-ids.ts';
import { withSendersRights } from './senders-rights.ts';
import type { FileReport } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import type { ImportSession } from './import-session.ts';

function planOf(
  file: FeedFile,
  {
    portalWork,
    scoreSource,
    callbacksFrom,
    within,
  }: Pick<ImportRun, 'portalWork' | 'scoreSource' | 'callbacksFrom' | 'within'>,
): MergePlan | null {
  const by = portalWork ? { byPerson: true, undoesAbsent: true } : {};
  const made = mergePlanOf(file, scoreSource, { callbacksFrom, ...by });
  const plan = made && within ? withSendersRights(made, within) : made;
  if (!plan || !portalWork) return plan;
  return {
    ...plan,
    ...by,
    file: keptByOthers(file, scoreSource),
    checks: plan.checks?.filter(({ feedOnly }) => !feedOnly),
  };
}

interface FoundFile {
  file: FeedFile;
  name: string;
  report: FileReport;
  waiting?: number;
}

/** Replaces ids of tied rows, and refuses too long cells before anything reads them. Lists and shapes can be long; durations and amounts reject nothing. */
async function* usableRows(
  { tied }: Pick<ImportRun, 'tied'>,
  file: FeedFile,
  batches: AsyncIterable<FeedRow[]>,
  notice: (message: string) => void,
): AsyncGenerator<FeedRow[]> {
  const { columns } = file;
  const replaceIds = tiedCells(file, tied);
  const isLeftOut = isOfMergedOffice(file, tied);
  let leftOut = 0;
  const limited = columns.flatMap(({ name, type, read }, index) =>
    type === 'jsonb' || type === 'text[]' || skippedCells.has(read) ? [] : [{ name, index }],
  );
  for await (const batch of batches) {
    const rows = isLeftOut ? batch.filter(({ values }) => !isLeftOut(values)) : batch;
    leftOut += batch.length - rows.length;
    for (const row of rows) {
      const long = limited.find(({ index }) => (row.values[index]?.length ?? 0) > maxCellLength);
      if (!long) {
        replaceIds?.(row.values);
        continue;
      }
      row.problem = { column: long.name, reason: cellTooLong };
      row.values.fill(undefined);
    }
    yield rows;
  }
  if (leftOut > 0)
    notice(
      `${thousands(leftOut)} ${leftOut === 1 ? 'row is of an office that was merged into another, and changed' : 'rows are of offices that were merged into others, and changed'} nothing`,
    );
}

/** Rejects a file that cannot be read. Reads at most `limit` bytes. */
async function withRows(
  run: ImportRun,
  source: FeedSource,
  { file, name, report, limit }: FoundFile & { limit?: number | undefined },
  work: (batches: AsyncIterable<FeedRow[]>) => Promise<void>,
): Promise<void> {
  const notice = (message: string) => run.report.notice(`${name}: ${message}.`);
  const stream = source.rows ? null : await source.open(name);
  try {
    if (source.rows) await work(usableRows(run, file, source.rows(name, notice), notice));
    else if (stream) {
      const read = limit === undefined ? stream : firstBytes(stream, limit);
      await work(
        usableRows(run, file, readRows(file, name.endsWith('.csv') ? 'csv' : 'ndjson', read, notice), notice),
      );
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await run.report.rejectFile(report, error.message);
  } finally {
    stream?.destroy();
  }
}

/** Merges appointments together with large calls. Both connections stage them, because rows of either may need them. */
async function stageAppointments(
  run: ImportRun,
  source: FeedSource,
  found: FoundFile,
  beside: OtherConnection | null,
): Promise<void> {
  found.waiting = 0;
  await withRows(run, source, found, async (batches) => {
    found.waiting = await stageRows(run, found.file, found.report, batches);
  });
  if (found.waiting === 0) return;
  if (beside) {
    await createStage(beside.run, found.file);
    await copyBetween(run, beside.run, { table: stageTable });
    await analyzeStage(beside.run, found.file);
  }
  for (const one of beside ? [run, beside.run] : [run]) {
    await setStageAside(one);
    await indexWaitingAppointments(one);
  }
}

async function mergeWaitingRows(
  run: ImportRun,
  plan: MergePlan,
  { report, waiting }: FoundFile & { waiting: number },
): Promise<void> {
  if (waiting === 0) return;
  const rest = await stageWaitingRows(run);
  report.added += waiting - rest;
  await mergeRows(run, plan, report, rest);
}

interface Besides {
  appointments?: FoundFile | undefined;
  beside(): Promise<OtherConnection | null>;
}

async function importFile(
  run: ImportRun,
  source: FeedSource,
  found: FoundFile,
  besides: Besides,
): Promise<void> {
  const { file, name, report, waiting } = found;
  const plan = planOf(file, run);
  if (plan && waiting !== undefined) return mergeWaitingRows(run, plan, { ...found, waiting });
  // a recording that is no longer kept is removed unless another row of the file has it
  const streamed = plan?.streamed && !(run.hasRemovedData && file.columns.some(({ audio }) => audio));
  const repeated =
    streamed && !source.rows && name.endsWith('.csv')
      ? await findRepeatedIds(await source.open(name), run.batchRows)
      : null;
  const beside = repeated && plan?.account === 'own' ? await besides.beside() : null;
  const appointments = repeated && file.name === 'calls' ? besides.appointments : undefined;
  if (appointments) await stageAppointments(run, source, appointments, beside);
  // rows added meanwhile are for the next import
  await withRows(run, source, { ...found, limit: repeated?.bytes }, async (batches) => {
    if (plan && repeated) {
      const whole = appointments?.waiting ? withAppointments(plan, appointments.name) : plan;
      await mergeWhileReading(run, whole, report, { batches, repeated, beside });
      return;
    }
    const staged = await stageRows(run, file, report, batches);
    if (plan) await mergeRows(run, plan, report, staged);
    else if (file.name === 'picklists') await mergePicklists(run, report, staged);
    else if (isLogFile(file)) await mergeLog(run, file, { report, total: staged });
  });
  if (appointments?.waiting && beside) await leaveTakenAppointments(run, beside.run);
}

async function importInOrder(
  run: ImportRun,
  source: FeedSource,
  found: readonly FoundFile[],
  besides: Besides,
): Promise<void> {
  for (const one of found) {
    await importFile(run, source, one, besides);
    if (isTiedFile(one.file)) await readTiedIds(run);
  }
}

/** If one fails, the other ends after its batch. */
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

/** After the calls, appointments, which take longest, and the other files use two connections; neither names a row of the other. */
async function importFound(
  run: ImportRun,
  source: FeedSource,
  found: readonly FoundFile[],
  openSecond: (() => Promise<ImportSession | null>) | null,
): Promise<void> {
  const isEarly = ({ file }: FoundFile) => positionOf(file.name) <= positionOf('calls');
  // people's work has its own order of files
  const early = run.portalWork ? found : found.filter(isEarly);
  const appointments = found.filter(({ file }) => file.name === 'appointments');
  const others = found.filter((one) => !isEarly(one) && one.file.name !== 'appointments');
  const second = new SecondConnection(run, openSecond);
  const beside = async () => {
    const other = await second.open();
    return other && { run: other, free: Promise.resolve() };
  };
  try {
    await importInOrder(run, source, early, {
      // people's work and removed rows are handled row by row
      appointments: run.portalWork || run.hasRemovedData ? undefined : appointments[0],
      beside,
    });
    const other = appointments.length > 0 && others.length > 0 ? await second.open() : null;
    if (other) {
      let firstIsFree = Promise.resolve();
      await runBoth(
        [run, other],
        [
          (one) => (firstIsFree = importInOrder(one, source, appointments, { beside: async () => null })),
          (one) =>
            importInOrder(one, source, others, {
              beside: async () => ({
                run: { ...run, progress: one.progress },
                // if the appointments fail, both end
                free: firstIsFree.catch(() => {}),
              }),
            }),
        ],
      );
    } else {
      await importInOrder(run, source, found.slice(early.length), { beside });
    }
    await second.leavePendingReferences();
    await reportPendingReferences(
      run,
      new Map(found.map(({ file, name }) => [name, planOf(file, run)?.references ?? []])),
    );
  } finally {
    second.close();
  }
}

/** Only if the files could have changed unknown values of accounts and campaigns. */
async function noticeUnknownValues(
  { database, report }: ImportRun,
  found: readonly FoundFile[],
): Promise<void> {
  const has = (...names: FeedFile['name'][]) => found.some(({ file }) => names.includes(file.name));
  const sentences = [
    ...(has('accounts') ? await unknownIndustries(database) : []),
    ...(has('campaigns', 'picklists') ? await unknownTypes(database) : []),
  ];
  for (const sentence of sentences) report.notice(sentence);
}

/** `openSecond` opens a connection for files that need not wait for others. Throws OperatorProblem if there is nothing to import. */
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
  await noticeUnknownValues(run, found);
  for (const name of run.recordings.unclaimed)
    run.report.notice(`The file ${JSON.stringify(name)} is not known and is not read.`);
}
