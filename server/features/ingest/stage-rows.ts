import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { executeSql } from './execute-sql.ts';
import type { FeedFile } from './feed-files.ts';
import type { FileReport } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { columnBit } from './read-cells.ts';
import { type FeedRow, keyColumns } from './read-rows.ts';
import { chunkRows, type CopyLines, sendWhileReading } from './send-while-reading.ts';
import { createAttachmentTables } from './stage-attachments.ts';

/** A file's rows: `line`, `present` (a bit per column of the row) and the columns. */
export const stageTable = 'pg_temp.feed_rows';
/** Rows whose id occurs again later; they count if the later row is bad. */
const replacedRows = 'pg_temp.replaced_rows';
/** Replaced rows that are merged after all. */
const restoredRows = 'pg_temp.restored_rows';
export const laterRows = 'pg_temp.later_rows';

export const presentBit = (file: FeedFile, name: string): string =>
  String(columnBit(file.columns.findIndex((column) => column.name === name)));

export async function copyRows(
  run: ImportRun,
  file: FeedFile,
  { table, lines }: { table: string; lines: CopyLines },
): Promise<void> {
  if (lines.length === 0) return;
  const names = ['line', 'present', ...file.columns.map(({ name }) => `"${name}"`)];
  const stream = run.client.query(copyFrom(`copy ${table} (${names.join(', ')}) from stdin`));
  const done = finished(stream);
  for (const piece of lines) stream.write(piece);
  stream.end();
  await done;
}

/** The last good row of an id wins: restores the row before a bad one. `batch`: SQL of a table with id and bad. */
export async function restoreReplacedRows(run: ImportRun, batch: string): Promise<void> {
  await executeSql(
    run.database,
    `with restored as (
       delete from ${replacedRows} replaced using (
         select distinct on (earlier.id) earlier.line
         from ${replacedRows} earlier join ${batch} batch on batch.id = earlier.id and batch.bad is not null
         order by earlier.id, earlier.line desc
       ) latest where replaced.line = latest.line returning replaced.*
     ) insert into ${restoredRows} select * from restored`,
  );
}

/** Leaves the last row of each id in a batch, after rows took other ids; returns the number of replaced rows. */
export async function replaceEarlierRows(
  { database }: ImportRun,
  lines: [after: number, last: number],
): Promise<number> {
  const { rowCount } = await executeSql(
    database,
    `with replaced as (
       delete from ${stageTable} feed using (
         select id, max(line) as last from ${stageTable} where line > $1 and line <= $2 group by id having count(*) > 1
       ) again
       where feed.id = again.id and feed.line > $1 and feed.line < again.last returning feed.*
     ) insert into ${replacedRows} select * from replaced`,
    lines,
  );
  return rowCount ?? 0;
}

/** Replaces the rows merged already; returns the number of rows. */
export async function stageRestoredRows(run: ImportRun): Promise<number> {
  await executeSql(run.database, `truncate ${stageTable}`);
  const { rowCount } = await executeSql(
    run.database,
    `with restored as (delete from ${restoredRows} returning *) insert into ${stageTable} select * from restored`,
  );
  return rowCount ?? 0;
}

export async function createStage(run: ImportRun, file: FeedFile): Promise<void> {
  const columns = file.columns.map(({ name, type }) => `"${name}" ${type}`).join(', ');
  await run.tables.empty(
    [stageTable, replacedRows, restoredRows, laterRows],
    [
      `create temp table feed_rows (line bigint, present bigint, ${columns})`,
      'create temp table replaced_rows (like pg_temp.feed_rows)',
      'create temp table restored_rows (like pg_temp.feed_rows)',
      'create temp table later_rows (like pg_temp.feed_rows)',
    ],
  );
  await createAttachmentTables(run, file);
}

export async function analyzeStage({ database }: ImportRun, file: FeedFile): Promise<void> {
  const keys = keyColumns(file);
  const planned = file.columns.flatMap(({ name }) =>
    name === 'account_id' || keys.includes(name) ? [name] : [],
  );
  await executeSql(database, `analyze ${stageTable} (line, ${planned.join(', ')})`);
}

/** For ranges of lines. Rows are nearly in their order, so this small index suffices. */
const indexLines = `create index if not exists feed_rows_by_line on ${stageTable} using brin (line) with (pages_per_range = 32)`;

export const waitingRows = 'pg_temp.waiting_rows';
const waitingReplaced = 'pg_temp.waiting_replaced_rows';

export async function setStageAside({ database, tables }: ImportRun): Promise<void> {
  for (const statement of [
    `drop table if exists ${waitingRows}, ${waitingReplaced}`,
    'drop index if exists pg_temp.feed_rows_by_line',
    `alter table ${stageTable} rename to waiting_rows`,
    `alter table ${replacedRows} rename to waiting_replaced_rows`,
  ])
    await executeSql(database, statement);
  tables.forget();
}

/** Returns the number of rows that still exist. */
export async function stageWaitingRows({ database, tables }: ImportRun): Promise<number> {
  for (const statement of [
    `drop table if exists ${stageTable}, ${replacedRows}, ${restoredRows}, ${laterRows}`,
    `alter table ${waitingRows} rename to feed_rows`,
    `alter table ${waitingReplaced} rename to replaced_rows`,
    'create temp table restored_rows (like pg_temp.feed_rows)',
    indexLines,
  ])
    await executeSql(database, statement);
  tables.forget();
  const { rows } = await executeSql<{ count: number }>(
    database,
    `select count(*)::int as count from ${stageTable}`,
  );
  return rows[0]?.count ?? 0;
}

async function finishStage(run: ImportRun, file: FeedFile, report: FileReport): Promise<void> {
  const keys = keyColumns(file);
  const replaced = await executeSql(
    run.database,
    `with replaced as (
       delete from ${stageTable} feed using (select ${keys.join(', ')}, max(line) as last from ${stageTable} group by ${keys.join(', ')} having count(*) > 1) again
       where ${keys.map((key) => `feed.${key} = again.${key}`).join(' and ')} and feed.line < again.last returning feed.*
     ) insert into ${replacedRows} select * from replaced`,
  );
  report.replaced = replaced.rowCount;
  await executeSql(run.database, indexLines);
  await analyzeStage(run, file);
}

/** Replaces the rows merged already; leaves the last row of each id. Returns the number of rows. */
export async function stageLaterRows(run: ImportRun, file: FeedFile, report: FileReport): Promise<number> {
  await executeSql(run.database, `truncate ${stageTable}`);
  const { rowCount } = await executeSql(
    run.database,
    `insert into ${stageTable} select * from ${laterRows} order by line`,
  );
  if (rowCount === 0) return 0;
  await finishStage(run, file, report);
  return rowCount - report.replaced;
}

/** Leaves the last row of each id; returns the number of rows. */
export async function stageRows(
  run: ImportRun,
  file: FeedFile,
  report: FileReport,
  batches: AsyncIterable<FeedRow[]>,
): Promise<number> {
  await createStage(run, file);
  const send = (_: ImportRun, lines: CopyLines) => copyRows(run, file, { table: stageTable, lines });
  await sendWhileReading(run, file, report, {
    batches,
    sending: { rows: chunkRows, isLater: () => false, send },
  });
  await finishStage(run, file, report);
  return report.rows - report.rejected - report.replaced;
}
