import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { CellProblem } from './cell-kinds.ts';
import type { FeedFile } from './feed-files.ts';
import type { FileReport } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { type FeedRow, keyColumns, type RowProblem } from './read-rows.ts';
import type { KeptImage } from '../images/index.ts';
import type { KeptRecording } from './recordings.ts';

/** Rows sent to the database at once. */
const chunkRows = 2_000;
/** Recordings and images read at once. */
const attachmentsAtOnce = 4;

/** The temporary table with a file's rows: `line`, `present` (a bit per column that the row has) and the columns. */
export const stageTable = 'pg_temp.feed_rows';
/** The temporary table with the recordings that the file's calls name. */
export const stagedRecordings = 'pg_temp.feed_recordings';
/** The temporary table with the images that the file's rows name. */
export const stagedImages = 'pg_temp.feed_images';

/** The temporary table with the rows whose id comes again further down: they count when the later row is bad. */
const replacedRows = 'pg_temp.replaced_rows';
/** The temporary table with the replaced rows that are to be merged after all. */
const restoredRows = 'pg_temp.restored_rows';

/** The bit of a column in `present`. */
export const presentBit = (file: FeedFile, name: string): string =>
  String(1n << BigInt(file.columns.findIndex((column) => column.name === name)));

const copyText = (value: string) =>
  /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (found) => copyEscapes[found] as string) : value;
const copyEscapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

type Reading =
  | { cells: (string | null)[]; present: bigint }
  | { problem: RowProblem }
  | { newValues: [dimension: string, value: string][] };

/** Reads the cells of a row: what to stage, what is wrong, or which values have no code yet. */
function readCells(
  file: FeedFile,
  run: ImportRun,
  values: readonly (string | undefined)[],
  attachments: ReadonlyMap<string, KeptPath>,
): Reading {
  const { columns } = file;
  const cells = new Array<string | null>(columns.length).fill(null);
  const newValues: [string, string][] = [];
  const deletedAt = columns.length - 1;
  const removes = values[deletedAt]?.trim() === 'true';
  let present = 0n;
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index] as (typeof columns)[number];
    const raw = values[index];
    // A row that removes says which row, and nothing else.
    if (raw === undefined || (removes && !column.identifies)) continue;
    const value = raw.trim();
    if (value === '') {
      if (column.required && !removes)
        return { problem: { column: column.name, reason: 'must not be empty' } };
      present |= 1n << BigInt(index);
      if (index === deletedAt) cells[index] = 'false';
      continue;
    }
    present |= 1n << BigInt(index);
    const read = column.read(value);
    if (read instanceof CellProblem) return { problem: { column: column.name, reason: read.reason } };
    if (column.dimension !== null) {
      const code = run.codes.codeOf(column.dimension, read);
      if (code === undefined) {
        if (run.codes.isFull(column.dimension))
          return {
            problem: {
              column: column.name,
              reason: 'has too many different values over all rows (more than 32,000)',
            },
          };
        newValues.push([column.dimension, read]);
      }
      cells[index] = column.coded ? (code ?? null) : read;
    } else if (column.audio || column.image) {
      const kept = attachments.get(value);
      if (kept && 'refused' in kept) return { problem: { column: column.name, reason: kept.refused } };
      cells[index] = kept?.key ?? null;
      // an image that has not come takes the place of none that has
      if (column.image && kept?.key === null) present &= ~(1n << BigInt(index));
    } else {
      cells[index] = read;
    }
  }
  return newValues.length > 0 ? { newValues } : { cells, present };
}

type KeptPath =
  | { key: string | null; recording: KeptRecording | null; image: KeptImage | null; missing: string | null }
  | { refused: string };

/** Brings a recording or an image into the file store. */
async function keepPath(run: ImportRun, path: string, kind: 'audio' | 'image'): Promise<KeptPath> {
  const nothing = { recording: null, image: null, missing: null };
  if (kind === 'image') {
    const result = await run.images.keep(path);
    if ('refused' in result) return result;
    if ('missing' in result) return { ...nothing, key: null, missing: result.missing };
    return { ...nothing, key: result.kept.id, image: result.kept };
  }
  const result = await run.recordings.keep(path);
  if ('refused' in result) return { refused: result.refused.reason };
  if ('missing' in result) return { ...nothing, key: result.missing.key, missing: result.missing.reason };
  return { ...nothing, key: result.kept.key, recording: result.kept };
}

/** The columns of a file that name recordings or images. */
const attachmentColumns = (file: FeedFile) =>
  file.columns.flatMap((column, position) =>
    column.audio || column.image
      ? [{ column, position, kind: column.audio ? ('audio' as const) : ('image' as const) }]
      : [],
  );

/** Brings the recordings and images of some rows into the file store. */
async function keepAttachments(
  file: FeedFile,
  run: ImportRun,
  rows: readonly FeedRow[],
): Promise<ReadonlyMap<string, KeptPath>> {
  const kept = new Map<string, KeptPath>();
  const waiting: [path: string, kind: 'audio' | 'image'][] = [];
  for (const { column, position, kind } of attachmentColumns(file)) {
    const paths = new Set<string>();
    for (const { values, problem } of rows) {
      const path = values[position]?.trim();
      if (path && !problem && typeof column.read(path) === 'string') paths.add(path);
    }
    for (const path of paths) waiting.push([path, kind]);
  }
  const worker = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      kept.set(next[0], await keepPath(run, ...next));
    }
  };
  await Promise.all(Array.from({ length: Math.min(attachmentsAtOnce, waiting.length) }, worker));
  return kept;
}

/** Gives codes to the values that some rows are the first to have. */
async function addCodes(
  run: ImportRun,
  newValues: readonly [dimension: string, value: string][],
): Promise<void> {
  const byDimension = Map.groupBy(newValues, ([dimension]) => dimension);
  await run.batch(async () => {
    for (const [dimension, values] of [...byDimension].sort(([one], [other]) => (one < other ? -1 : 1))) {
      await run.codes.add(run.client, dimension, [...new Set(values.map(([, value]) => value))]);
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

async function stageRecordings(run: ImportRun, recordings: readonly KeptRecording[]): Promise<void> {
  if (recordings.length === 0) return;
  await run.client.query(
    `insert into ${stagedRecordings} (key, media_type, bytes, peaks)
     select key, media_type, bytes, peaks from jsonb_to_recordset($1::jsonb) as given (key text, media_type text, bytes bigint, peaks smallint[])
     on conflict do nothing`,
    [
      JSON.stringify(
        recordings.map(({ key, mediaType, bytes, peaks }) => ({ key, media_type: mediaType, bytes, peaks })),
      ),
    ],
  );
}

/** Reads the cells of some rows and sends what can be used to the temporary table. */
async function stageChunk(
  run: ImportRun,
  file: FeedFile,
  report: FileReport,
  rows: readonly FeedRow[],
): Promise<void> {
  const attachments = await keepAttachments(file, run, rows);
  const rejected: { line: number; column: string; reason: string }[] = [];
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
      }
    }
    if (newValues.length > 0) await addCodes(run, newValues);
    waiting = withoutCodes;
  }
  rejected.sort((one, other) => one.line - other.line);
  await run.report.reject(report, rejected);
  if (lines.length === 0) return;
  await copyRows(run, file, lines);
  const columns = attachmentColumns(file);
  if (columns.length === 0) return;
  const kept = [...attachments.values()].flatMap((one) => ('refused' in one ? [] : [one]));
  await stageRecordings(
    run,
    kept.flatMap(({ recording }) => (recording ? [recording] : [])),
  );
  await stageImages(
    run,
    kept.flatMap(({ image }) => (image ? [image] : [])),
  );
  for (const row of staged) {
    for (const { column, position, kind } of columns) {
      const one = attachments.get(row.values[position]?.trim() ?? '');
      if (!one || 'refused' in one || one.missing === null) continue;
      if (kind === 'audio') report.missingRecordings += 1;
      else report.missingImages += 1;
      await run.report.write(
        kind === 'audio' ? 'missing recording' : 'missing image',
        report.file,
        row.line,
        column.name,
        one.missing,
      );
    }
  }
}

async function stageImages(run: ImportRun, images: readonly KeptImage[]): Promise<void> {
  if (images.length === 0) return;
  await run.client.query(
    `insert into ${stagedImages}
     select * from jsonb_to_recordset($1::jsonb) as given (id text, original_key text, preview_key text, thumbnail_key text,
       media_type text, bytes bigint, width integer, height integer)
     on conflict do nothing`,
    [
      JSON.stringify(
        images.map((image) => ({
          id: image.id,
          original_key: image.originalKey,
          preview_key: image.previewKey,
          thumbnail_key: image.thumbnailKey,
          media_type: image.mediaType,
          bytes: image.bytes,
          width: image.width,
          height: image.height,
        })),
      ),
    ],
  );
}

/**
 * Sets apart, for each bad row of a batch, the row before it with the same id: the last good row of an id wins.
 * @param batch SQL of the table of the batch: columns id and bad
 */
export async function restoreReplacedRows(run: ImportRun, batch: string): Promise<void> {
  await run.client.query(
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
 * Stages the rows that were set apart, instead of those merged already.
 * @returns how many there are
 */
export async function stageRestoredRows(run: ImportRun): Promise<number> {
  await run.client.query(`truncate ${stageTable}`);
  const { rowCount } = await run.client.query(
    `with restored as (delete from ${restoredRows} returning *) insert into ${stageTable} select * from restored`,
  );
  return rowCount ?? 0;
}

/**
 * Reads a file's rows into the temporary table, some thousand at a time, and leaves there the last of each id.
 * @returns how many rows are there
 */
export async function stageRows(
  run: ImportRun,
  file: FeedFile,
  report: FileReport,
  batches: AsyncIterable<FeedRow[]>,
): Promise<number> {
  const { client } = run;
  await client.query(
    `drop table if exists ${stageTable}, ${replacedRows}, ${restoredRows}, ${stagedRecordings}, ${stagedImages}`,
  );
  await client.query(
    `create temp table feed_rows (line bigint, present bigint, ${file.columns.map(({ name, type }) => `${name} ${type}`).join(', ')})`,
  );
  await client.query('create temp table replaced_rows (like pg_temp.feed_rows)');
  await client.query('create temp table restored_rows (like pg_temp.feed_rows)');
  if (file.columns.some(({ audio }) => audio)) {
    await client.query(
      'create temp table feed_recordings (key text primary key, media_type text, bytes bigint, peaks smallint[])',
    );
  }
  if (file.columns.some(({ image }) => image)) {
    await client.query(
      `create temp table feed_images (id text primary key, original_key text, preview_key text, thumbnail_key text,
         media_type text, bytes bigint, width integer, height integer)`,
    );
  }
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
  const replaced = await client.query(
    `with replaced as (
       delete from ${stageTable} feed using (select ${keys.join(', ')}, max(line) as last from ${stageTable} group by ${keys.join(', ')} having count(*) > 1) again
       where ${keys.map((key) => `feed.${key} = again.${key}`).join(' and ')} and feed.line < again.last returning feed.*
     ) insert into ${replacedRows} select * from replaced`,
  );
  report.replaced = replaced.rowCount ?? 0;
  await client.query(`create index on ${stageTable} (line)`);
  await client.query(`analyze ${stageTable}`);
  return report.rows - report.rejected - report.replaced;
}
