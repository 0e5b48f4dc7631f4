import type { Readable } from 'node:stream';
import { JSONParser } from '@streamparser/json';
import { findUnreadable } from '../../platform/cell-length.ts';
import { readAnyCsv } from '../../platform/csv-layout.ts';
import { maxRowLength } from '../../platform/read-csv.ts';
import { decodeText, readNdjson, UnreadableFile } from '../ingest/index.ts';

export interface TheirRow {
  /** First line, or position in the array, from 1. */
  line: number;
  object: Record<string, unknown>;
  /** Completes "the row …". */
  problem: string | null;
}

const maxBatch = 500;

export const theirFormats = ['csv', 'ndjson', 'jsonl', 'json'] as const;
export const formatOf = (name: string) =>
  theirFormats.find((format) => name.toLowerCase().endsWith(`.${format}`)) ?? null;

const bad = (line: number, problem: string): TheirRow => ({ line, object: {}, problem });

async function* csvRows(
  pieces: AsyncIterable<string>,
  onHeader: (names: readonly string[]) => void,
): AsyncGenerator<TheirRow[]> {
  let names: string[] | undefined;
  for await (const batch of readAnyCsv(pieces)) {
    const rows: TheirRow[] = [];
    for (const { line, cells, problem } of batch) {
      if (!names) {
        if (problem) throw new UnreadableFile(`has a header that ${problem}`);
        names = cells.map((cell) => cell.trim());
        const twice = names.find((name, index) => name !== '' && names?.indexOf(name) !== index);
        if (twice !== undefined)
          throw new UnreadableFile(`has the column ${JSON.stringify(twice)} twice in its header`);
        onHeader(names);
        continue;
      }
      if (problem) rows.push(bad(line, problem));
      else if (cells.length !== names.length)
        rows.push(bad(line, `has ${cells.length} cells where the header has ${names.length}`));
      else
        rows.push({
          line,
          object: Object.fromEntries(names.map((name, index) => [name, cells[index]])),
          problem: null,
        });
    }
    yield rows;
  }
}

/** Rejects a row with a text that is too long or nested too deeply, anywhere in the row. */
function checkValues(row: TheirRow): TheirRow {
  const found = row.problem === null ? findUnreadable(row.object) : null;
  return found === null
    ? row
    : bad(row.line, `has a ${JSON.stringify(found.name.slice(0, 60))} that ${found.problem}`);
}

/** Stops at the first text that is not JSON. */
async function* arrayRows(pieces: AsyncIterable<string>): AsyncGenerator<TheirRow[]> {
  let rows: TheirRow[] = [];
  let line = 0;
  let began = false;
  let since = 0;
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false });
  parser.onValue = ({ value }) => {
    line += 1;
    since = 0;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    rows.push(isObject ? { line, object: value, problem: null } : bad(line, 'is not a JSON object'));
  };
  let failed = false;
  parser.onError = () => {
    failed = true;
  };
  for await (const piece of pieces) {
    if (!began && piece.trim() === '') continue;
    if (!began && !piece.trimStart().startsWith('['))
      throw new UnreadableFile('is not one JSON array; a file with one object a line ends with .ndjson');
    began = true;
    since += piece.length;
    parser.write(piece);
    if (failed || since > maxRowLength + piece.length) break;
    if (rows.length > 0) yield rows;
    rows = [];
  }
  if (began && !parser.isEnded)
    rows.push(
      bad(
        line + 1,
        'is not valid JSON, longer than a million characters or not complete; nothing after it is read',
      ),
    );
  if (rows.length > 0) yield rows;
}

/** At least one batch. `onHeader` gets the columns of a CSV file first. @throws {UnreadableFile} if the file as a whole cannot be read */
export async function* readTheirRows(
  name: string,
  stream: Readable,
  onHeader: (names: readonly string[]) => void,
): AsyncGenerator<TheirRow[]> {
  const format = formatOf(name);
  const pieces = decodeText(stream as AsyncIterable<Uint8Array>);
  const batches: AsyncIterable<TheirRow[]> =
    format === 'csv' ? csvRows(pieces, onHeader) : format === 'json' ? arrayRows(pieces) : readNdjson(pieces);
  for await (const batch of batches)
    for (let from = 0; from < batch.length; from += maxBatch)
      yield batch.slice(from, from + maxBatch).map(checkValues);
}
