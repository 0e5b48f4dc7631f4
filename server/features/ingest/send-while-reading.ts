import type { FeedFile } from './feed-files.ts';
import type { FileReport } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { readCells } from './read-cells.ts';
import { type FeedRow, keyColumns } from './read-rows.ts';
import {
  type KeptAttachment,
  newAttachments,
  reportMissing,
  stageAttachments,
  storeAttachments,
} from './stage-attachments.ts';

/** Rows as the text of COPY, in bytes: a garbage collection looks into long texts that were put together. */
export type CopyLines = readonly Uint8Array[];

/** Rows read at once. */
export const chunkRows = 500;

const copyText = (value: string) =>
  /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (found) => copyEscapes[found] as string) : value;
const copyEscapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Rows that were read and not sent yet. */
interface Gathered {
  lines: Uint8Array[];
  /** The rows that are merged after all others. */
  later: Uint8Array[];
  rows: number;
  rejected: { line: number; column: string; reason: string }[];
  kept: KeptAttachment[];
}

const nothing = (): Gathered => ({ lines: [], later: [], rows: 0, rejected: [], kept: [] });

/** How the rows of a file are sent to the database while the next are read. */
export interface Sending {
  /** Rows sent at once. */
  rows: number;
  /** Whether a row with this id is merged after all others. */
  isLater(id: string): boolean;
  /** Sends rows; the next are sent when it has ended. */
  send(lines: CopyLines, later: CopyLines): Promise<void>;
  /**
   * Merges the rows that were sent, while the next are read. Nothing is read while they are sent: between two pieces, the
   * database would wait for the parser.
   */
  merge?(): Promise<void>;
}

/** What is under way while a file's rows are read. */
interface Staging {
  /** What uses the connection, which is free when it has ended. */
  busy: Promise<void>;
  /** Keys of the recordings, and ids of the images, that are in the temporary tables. */
  attachments: Set<string>;
  gathered: Gathered;
}

/** Assigns codes to the values that some rows are the first to have. */
async function addCodes(
  run: ImportRun,
  newValues: readonly [dimension: string, value: string][],
): Promise<void> {
  const byDimension = Map.groupBy(newValues, ([dimension]) => dimension);
  const added = await run.batch(async () => {
    const known: (() => void)[] = [];
    for (const [dimension, values] of [...byDimension].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const distinct = [...new Set(values.map(([, value]) => value))];
      known.push(await run.codes.add(run.database, dimension, distinct));
    }
    return known;
  });
  for (const makeKnown of added) makeKnown();
}

/** Reads the cells of some rows and adds the usable rows to those that were gathered. */
async function readChunk(
  run: ImportRun,
  file: FeedFile,
  report: FileReport,
  { rows, staging, isLater }: { rows: readonly FeedRow[]; staging: Staging; isLater: Sending['isLater'] },
): Promise<void> {
  const { gathered } = staging;
  // pictures of the portal's own work are looked up in the database
  if (run.portalWork) await staging.busy;
  const attachments = await storeAttachments(file, run, rows);
  const rejected: { line: number; column: string; reason: string }[] = [];
  const emptied: { line: number; column: string; reason: string }[] = [];
  const staged: FeedRow[] = [];
  let [lines, later] = ['', ''];
  const keys = keyColumns(file).map(
    (name) => [name, file.columns.findIndex((column) => column.name === name)] as const,
  );
  const idAt = file.columns.findIndex(({ name }) => name === 'id');
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
        const { cells } = reading;
        const key = keys.find(([, index]) => cells[index] === null);
        if (key !== undefined) {
          rejected.push({ line: row.line, column: key[0], reason: 'is missing' });
          continue;
        }
        let line = `${row.line}\t${reading.present}`;
        for (const cell of cells) line += cell === null ? '\t\\N' : `\t${copyText(cell)}`;
        line += '\n';
        if (isLater(cells[idAt] ?? '')) later += line;
        else lines += line;
        staged.push(row);
        for (const cell of reading.emptied) emptied.push({ line: row.line, ...cell });
      }
    }
    if (newValues.length > 0) {
      await staging.busy;
      await addCodes(run, newValues);
    }
    waiting = withoutCodes;
  }
  rejected.sort((one, other) => one.line - other.line);
  if (lines !== '') gathered.lines.push(Buffer.from(lines));
  if (later !== '') gathered.later.push(Buffer.from(later));
  gathered.rows += staged.length;
  gathered.rejected.push(...rejected);
  gathered.kept.push(...newAttachments(attachments, staging.attachments));
  await run.report.empty(report, emptied);
  await reportMissing(run, file, report, { attachments, staged });
}

/** Reads the rows of a file: while some are sent to the database, the next are read. */
export async function sendWhileReading(
  run: ImportRun,
  file: FeedFile,
  report: FileReport,
  { batches, sending }: { batches: AsyncIterable<FeedRow[]>; sending: Sending },
): Promise<void> {
  const staging: Staging = { busy: Promise.resolve(), attachments: new Set(), gathered: nothing() };
  const send = async () => {
    const { gathered } = staging;
    staging.gathered = nothing();
    await staging.busy;
    await run.report.reject(report, gathered.rejected);
    if (gathered.rows === 0) return;
    const sent = stageAttachments(run, gathered.kept).then(() =>
      sending.send(gathered.lines, gathered.later),
    );
    if (sending.merge) await sent;
    staging.busy = sending.merge ? sending.merge() : sent;
    // whoever waits for it gets the error
    staging.busy.catch(() => {});
  };
  const read = async (rows: readonly FeedRow[]) => {
    report.rows += rows.length;
    await readChunk(run, file, report, { rows, staging, isLater: sending.isLater });
    if (staging.gathered.rows >= sending.rows) await send();
    run.progress({ file: report.file, phase: 'reading', rows: report.rows, total: null });
  };
  try {
    let chunk: FeedRow[] = [];
    for await (const rows of batches) {
      for (const row of rows) {
        chunk.push(row);
        if (chunk.length < Math.min(chunkRows, sending.rows)) continue;
        await read(chunk);
        chunk = [];
      }
    }
    await read(chunk);
    await send();
    await staging.busy;
  } finally {
    // after a failure too the connection is free for what follows
    await staging.busy.catch(() => {});
  }
}
