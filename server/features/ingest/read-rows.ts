import type { Readable } from 'node:stream';
import { skippedCells } from './cell-kinds.ts';
import type { FeedFile, FileFormat } from './feed-files.ts';
import { readAnyCsv } from '../../platform/csv-layout.ts';
import { decodePieces, utf16Of } from '../../platform/decode-text.ts';
import { readNdjson } from './read-ndjson.ts';

export interface RowProblem {
  /** Empty if the whole row is wrong. */
  column: string;
  /** Completes "{column} …" or "the row …". */
  reason: string;
}

export interface FeedRow {
  /** First line, from 1. */
  line: number;
  /** By position in the file's list; undefined if the row lacks the column. */
  values: (string | undefined)[];
  problem: RowProblem | null;
  /** Unreadable cells that do not reject the row; it lacks these columns. */
  skipped?: readonly RowProblem[];
}

/** Nothing of the file is imported. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** UTF-8 or UTF-16; other bytes become replacement characters, which cells refuse. */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const chunks = bytes[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  async function* all() {
    yield first.value as Uint8Array;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  yield* decodePieces(all(), utf16Of(first.value) ?? 'utf-8');
}

const unknownColumn = (name: string) =>
  `the column ${JSON.stringify(name.slice(0, 60))} is not known and is not read`;

function columnsOfHeader(
  file: FeedFile,
  header: readonly string[],
  notice: (words: string) => void,
): number[] {
  const positions = new Map(file.columns.map((column, index) => [column.name, index]));
  const seen = new Set<string>();
  const found = header.map((cell) => {
    const name = cell.trim();
    if (seen.has(name))
      throw new UnreadableFile(`has the column ${JSON.stringify(name.slice(0, 60))} twice in its header`);
    seen.add(name);
    const position = positions.get(name);
    if (position === undefined) notice(unknownColumn(name));
    return position ?? -1;
  });
  for (const key of keyColumns(file)) {
    if (!seen.has(key)) throw new UnreadableFile(`has no column ${key} in its header (the first line)`);
  }
  return found;
}

export const keyColumns = (file: FeedFile): string[] =>
  file.name === 'picklists' ? ['object', 'field', 'value'] : [...(file.idOf ?? ['id'])];

async function* csvRows(
  file: FeedFile,
  pieces: AsyncIterable<string>,
  notice: (words: string) => void,
): AsyncGenerator<FeedRow[]> {
  let positions: number[] | undefined;
  for await (const batch of readAnyCsv(pieces)) {
    const rows: FeedRow[] = [];
    for (const { line, cells, problem } of batch) {
      if (!positions) {
        if (problem) throw new UnreadableFile(`has a header that ${problem}`);
        positions = columnsOfHeader(file, cells, notice);
        continue;
      }
      const values = new Array<string | undefined>(file.columns.length).fill(undefined);
      const ragged = cells.length !== positions.length;
      const reason =
        problem ?? (ragged ? `has ${cells.length} cells where the header has ${positions.length}` : null);
      if (reason === null) {
        for (let index = 0; index < cells.length; index += 1) {
          const position = positions[index] as number;
          if (position >= 0) values[position] = cells[index];
        }
      }
      rows.push({ line, values, problem: reason === null ? null : { column: '', reason } });
    }
    if (rows.length > 0) yield rows;
  }
  if (!positions) notice('it is empty, without even a header');
}

/** Null if nested too deeply. */
function serializeJson(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Writes the value as a CSV cell; null if impossible. `whole`: the column contains JSON, so an object stays text. */
export function textOfJson(value: unknown, whole: boolean): string | null {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (whole) return serializeJson(value);
  if (Array.isArray(value)) {
    const items = value.map((item) =>
      typeof item === 'string' || typeof item === 'number' ? String(item) : null,
    );
    return items.some((item) => item === null || item.includes(';')) ? null : items.join(';');
  }
  return null;
}

async function* jsonRows(
  file: FeedFile,
  pieces: AsyncIterable<string>,
  notice: (words: string) => void,
): AsyncGenerator<FeedRow[]> {
  const positions = new Map(file.columns.map((column, index) => [column.name, index]));
  for await (const batch of readNdjson(pieces)) {
    yield batch.map(({ line, object, problem }) => {
      const values = new Array<string | undefined>(file.columns.length).fill(undefined);
      let wrong: RowProblem | null = problem === null ? null : { column: '', reason: problem };
      const skipped: RowProblem[] = [];
      for (const [name, value] of Object.entries(object)) {
        const position = positions.get(name);
        if (position === undefined) {
          notice(unknownColumn(name));
          continue;
        }
        const column = file.columns[position];
        const text = textOfJson(value, column?.type === 'jsonb');
        if (text !== null) {
          values[position] = text;
          continue;
        }
        const skippedCell = skippedCells.get(column?.read ?? null);
        if (skippedCell) skipped.push({ column: name, reason: skippedCell.reason });
        else
          wrong ??= {
            column: name,
            reason: 'must be text, a number, true, false, null or a list of texts without semicolons',
          };
      }
      const row = { line, values, problem: wrong };
      return skipped.length === 0 ? row : { ...row, skipped };
    });
  }
}

/** Holds only one piece of the stream and its rows. Calls `notice` for each unknown column. Throws {@link UnreadableFile}. */
export function readRows(
  file: FeedFile,
  format: FileFormat,
  stream: Readable,
  notice: (words: string) => void,
): AsyncGenerator<FeedRow[]> {
  const pieces = decodeText(stream as AsyncIterable<Uint8Array>);
  return format === 'csv' ? csvRows(file, pieces, notice) : jsonRows(file, pieces, notice);
}
