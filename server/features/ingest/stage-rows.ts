import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { executeSql } from './execute-sql.ts';
import type { FeedFile } from './feed-files.ts';
import type { FileReport } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { readCells } from './read-cells.ts';
import { type FeedRow, keyColumns } from './read-rows.ts';
import { createAttachmentTables, storeAttachments, stageAttachments } from './stage-attachments.ts';

/** Rows sent to the database at once. */
const chunkRows = 2_000;

/** The temporary table with a file's rows: `line`, `present` (a bit per column that the row has) and the columns. */
export const stageTable = 'pg_temp.feed_rows';
/** The temporary table with the rows whose id occurs again later: they count when the later row is bad. */
const replacedRows = 'pg_temp.replaced_rows';
/** The temporary table with the replaced rows that are merged after all. */
const restoredRows = 'pg_temp.restored_rows';

/** The bit of a column in `present`. */
export const presentBit = (file: FeedFile, name: string): string =>
  String(1n << BigInt(file.columns.findIndex((column) => column.name === name)));

const copyText = (value: string) =>
  /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (found) => copyEscapes[found] as string) : value;
const copyEscapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Assigns codes to the values that some rows are the first to have. */
async function addCodes(
  run: ImportRun,
  newValues: readonly [dimension: string, value: string][],
): Promise<void> {
  const byDimension = Map.groupBy(newValues, ([dimension]) => dimension);
  await run.batch(async () => {
    for (const [dimension, values] of [...byDimension].sort(([one], [other]) => (one < other ? -1 : 1))) {
      await run.codes.add(run.database, dimension, [...new Set(values.map(([, value]) => value))]);
    }
  });
}

async function copyRows(run: ImportRun, file: FeedFile, lines: readonly string[]): Promise<void> {
  const names = ['line', 'present', ...file.columns.map((column) => column.name)];
  const stream = run.client.query(copyFrom(`copy ${stageTable} (${names.join(', ')}) from stdin`));
  const done = finished(stream);
  if (!stream.write(lines.join(''))) await Promise.race([once(stream, 'drain'), done]);
  stream.end();
  await done;
}

/** Reads the cells of some rows and writes the usable rows to the temporary table. */
async function stageChunk(
  run: ImportRun,
  file: FeedFile,
  report: FileReport,
  rows: readonly FeedRow[],
): Promise<void> {
  const attachments = await storeAttachments(file, run, rows);
  const rejected: { line: number; column: string; reason: string }[] = [];
  const emptied: { line: number; column: string; reason: string }[] = [];
  const lines: string[] = [];
  const staged: FeedRow[] = [];
  let waiting = rows;
  while (waiting.length > 0) {
    const withoutCodes: FeedRow[] = [];
    const newValues: [string, string][] = [];
    for (const row of waiting) {
      const reading = row.problem ? { problem: row.problem } : readCells(file, run, row.values, attachments);
      if ('problem' in reading) {
        rejected.push({ line: row.line, ...reading.problem });
      } else if ('newValues' in reading) {
        withoutCodes.push(row);
        newValues.push(...reading.newValues);
      } else {
        const key = keyColumns(file).find(
          (name) => reading.cells[file.columns.findIndex((column) => column.name === name)] === null,
        );
        if (key !== undefined) {
          rejected.push({ line: row.line, column: key, reason: 'is missing' });
          continue;
        }
        let line = `${row.line}\t${reading.present}`;
        for (const cell of reading.cells) line += cell === null ? '\t\\N' : `\t${copyText(cell)}`;
        lines.push(`${line}\n`);
        staged.push(row);
        for (const cell of reading.emptied) emptied.push({ line: row.line, ...cell });
      }
    }
    if (newValues.length > 0) await addCodes(run, newValues);
    waiting = withoutCodes;
  }
  rejected.sort((one, other) => one.line - other.line);
  await run.report.reject(report, rejected);
  await run.report.empty(report, emptied);
  if (lines.length === 0) return;
  await copyRows(run, file, lines);
  await stageAttachments(run, file, report, { attachments, staged });
}

/**
 * Restores, for each bad row of a batch, the row before it with the same id: the last good row of an id wins.
 * @param batch SQL of the table of the batch: columns id and bad
 */
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

/**
 * Leaves the last row of each id among the lines of a batch, after rows of it got the ids of others.
 * @returns how many rows were replaced
 */
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

/**
 * Stages the restored rows, instead of those merged already.
 * @returns how many there are
 */
export async function stageRestoredRows(run: ImportRun): Promise<number> {
  await executeSql(run.database, `truncate ${stageTable}`);
  const { rowCount } = await executeSql(
    run.database,
    `with restored as (delete from ${restoredRows} returning *) insert into ${stageTable} select * from restored`,
  );
  return rowCount ?? 0;
}

/**
 * Reads a file's rows into the temporary table, in chunks, and leaves the last row of each id there.
 * @returns how many rows are there
 */
export async function stageRows(
  run: ImportRun,
  file: FeedFile,
  report: FileReport,
  batches: AsyncIterable<FeedRow[]>,
): Promise<number> {
  const { database } = run;
  const columns = file.columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  await run.tables.empty(
    [stageTable, replacedRows, restoredRows],
    [
      `create temp table feed_rows (line bigint, present bigint, ${columns})`,
      'create temp table replaced_rows (like pg_temp.feed_rows)',
      'create temp table restored_rows (like pg_temp.feed_rows)',
    ],
  );
  await createAttachmentTables(run, file);
  let chunk: FeedRow[] = [];
  for await (const rows of batches) {
    for (const row of rows) {
      chunk.push(row);
      if (chunk.length < chunkRows) continue;
      report.rows += chunk.length;
      await stageChunk(run, file, report, chunk);
      chunk = [];
      run.progress({ file: report.file, phase: 'reading', rows: report.rows, total: null });
    }
  }
  report.rows += chunk.length;
  await stageChunk(run, file, report, chunk);
  run.progress({ file: report.file, phase: 'reading', rows: report.rows, total: null });

  const keys = keyColumns(file);
  const replaced = await executeSql(
    database,
    `with replaced as (
       delete from ${stageTable} feed using (select ${keys.join(', ')}, max(line) as last from ${stageTable} group by ${keys.join(', ')} having count(*) > 1) again
       where ${keys.map((key) => `feed.${key} = again.${key}`).join(' and ')} and feed.line < again.last returning feed.*
     ) insert into ${replacedRows} select * from replaced`,
  );
  report.replaced = replaced.rowCount ?? 0;
  await executeSql(database, `create index if not exists feed_rows_by_line on ${stageTable} (line)`);
  await executeSql(database, `analyze ${stageTable}`);
  return report.rows - report.rejected - report.replaced;
}
