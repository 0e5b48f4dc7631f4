import { seconds } from '@mailcall/contract/time/durations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { Problem } from '../../platform/http/problems.ts';
import { lockTimeoutState } from '../../platform/import-lock.ts';
import { executeSql } from './execute-sql.ts';
import type { FeedFile } from './feed-files.ts';
import type { FeedSource } from './feed-source.ts';
import { ImageImporter } from './images.ts';
import { ReportBuilder } from './import-report.ts';
import { batchRunner, type ImportRun } from './import-run.ts';
import { ImportSession } from './import-session.ts';
import { mergePlanOf } from './merge-plans.ts';
import { mergePicklists } from './merge-picklists.ts';
import { mergeRows } from './merge-rows.ts';
import { openPendingReferences } from './pending-references.ts';
import type { RowProblem } from './read-rows.ts';
import { RecordingImporter } from './recordings.ts';
import { hasRemovedData } from './removed-data.ts';
import { stageRows } from './stage-rows.ts';
import { storedImage } from './stored-image.ts';
import { readTiedIds, tiedCells, TiedIds } from './tied-ids.ts';

export type EditDependencies = Pick<Dependencies, 'database' | 'files'>;

export interface EditedBy {
  contactId: string;
  at: Date;
}

/** Milliseconds to wait for rows that an import has locked. */
const lockTimeout = seconds(5);

const noFiles: FeedSource = {
  name: 'the portal',
  files: async () => [],
  open: async (name) => {
    throw new Error(`${name} is not a file of a person's change.`);
  },
  attachment: async () => ({ refused: true, isComplete: true, reason: 'must be a stored image' }),
};

const isBeingImported = () =>
  new Problem(503, 'An import is changing the same rows. Please try again in a minute.', {
    headers: { 'retry-after': '10' },
  });

/** One transaction that merges few rows as an import does, beside imports. @throws {Problem} 503 while an import has locked the rows */
export async function inEditRun<Result>(
  { database: { pool }, files }: EditDependencies,
  { byPerson }: { byPerson: boolean },
  work: (run: ImportRun) => Promise<Result>,
): Promise<Result> {
  const session = await ImportSession.open(pool);
  const { client, database, tables } = session;
  try {
    await session.beginBeside(lockTimeout);
    await executeSql(database, 'begin');
    const tied = new TiedIds();
    await readTiedIds({ database, tied });
    const run: ImportRun = {
      database,
      client,
      pool,
      tables,
      record: await session.record(),
      report: new ReportBuilder(null),
      codes: (await session.codes()).ofSystem(null),
      recordings: new RecordingImporter(noFiles, files, true),
      images: new ImageImporter(noFiles, files, {
        claim: () => {},
        trackNew: true,
        imageOf: (id) => storedImage(database, id),
      }),
      portalWork: false,
      within: null,
      samples: 0,
      byPerson,
      tied,
      callbacksFrom: null,
      scoreSource: 'feed',
      hasRemovedData: await hasRemovedData(database),
      batchRows: 20_000,
      progress: () => {},
      batch: batchRunner({ database, tables }, true),
    };
    await openPendingReferences(run);
    const result = await work(run);
    await executeSql(database, 'commit');
    return result;
  } catch (error) {
    // closing the connection ends the transaction
    if ((error as { code?: string }).code === lockTimeoutState) throw isBeingImported();
    throw error;
  } finally {
    session.close();
  }
}

export interface GivenProblem extends RowProblem {
  /** Index of the row. */
  row: number;
}

/** Merges rows of cells by column. Returns problems, after which the caller must not commit. */
export async function mergeGivenRows(
  run: ImportRun,
  file: FeedFile,
  given: readonly Readonly<Record<string, string | null>>[],
): Promise<GivenProblem[]> {
  const plan = mergePlanOf(file, 'feed', { byPerson: run.byPerson });
  if (!plan && file.name !== 'picklists') throw new Error(`Rows of ${file.name} have no plan.`);
  const unknown = given.flatMap((cells, row) =>
    Object.keys(cells)
      .filter((name) => !file.columns.some((column) => column.name === name))
      .map((column) => ({ row, column, reason: 'is not known' })),
  );
  if (unknown.length > 0) return unknown;
  const replaceIds = tiedCells(file, run.tied);
  const rows = given.map((cells, index) => {
    const values = file.columns.map(({ name }) => (name in cells ? (cells[name] ?? '') : undefined));
    replaceIds?.(values);
    return { line: index + 1, values, problem: null };
  });
  const report = run.report.file(file.name);
  const staged = await stageRows(
    run,
    file,
    report,
    (async function* () {
      yield rows;
    })(),
  );
  if (plan) await mergeRows(run, { ...plan, byPerson: run.byPerson }, report, staged);
  else await mergePicklists(run, report, staged);
  if (run.byPerson && report.missingImages > 0)
    return [{ row: 0, column: '', reason: 'names a picture that is not stored' }];
  const { firstRejections, firstEmptied } = await run.report.finish(true);
  const { rows: pending } = await executeSql<{ line: number; column: string; ref: string }>(
    run.database,
    `select line::int as line, column_name as "column", ref from pg_temp.pending_references order by line limit 20`,
  );
  return [
    ...firstRejections,
    ...(run.byPerson
      ? [
          ...firstEmptied,
          ...pending.map(({ line, column, ref }) => ({
            line,
            column,
            reason: `names ${ref}, which is not known`,
          })),
        ]
      : []),
  ].map(({ line, column, reason }) => ({ row: line - 1, column, reason }));
}
