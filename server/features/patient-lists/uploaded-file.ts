import type { Readable } from 'node:stream';
import { maxPatientFileBytes, maxPatientRows, previewRows } from '@mailcall/contract/patient-list-uploads.ts';
import { isEmptyRow } from '@mailcall/contract/rules/patient-row.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { FileStore } from '../../platform/files.ts';
import { notPossible, Problem } from '../../platform/http/problems.ts';
import { type CsvRow, readCsv } from '../../platform/read-csv.ts';
import { beginningOf } from '../../platform/storable-texts.ts';

/** How the text of an uploaded file is written. */
export type FileEncoding = 'utf-8' | 'windows-1252';

/** The most columns of an uploaded file. */
const maxColumns = 200;

const tooLarge = () =>
  new Problem(413, `This file is larger than ${maxPatientFileBytes / 1024 / 1024} MB. Upload it in parts.`);
const workbook = () =>
  notPossible('This is an Excel workbook. Save it as CSV (comma delimited), then upload that file.');
const otherEncoding = () =>
  notPossible('This file is no CSV file. Save your list as CSV UTF-8 (comma delimited).');

/** @throws {Problem} 422 for a file that begins like a workbook, or whose text is UTF-16 or no text at all. */
function checkBeginning(first: Uint8Array): void {
  if (first[0] === 0x50 && first[1] === 0x4b && first[2] === 3 && first[3] === 4) throw workbook();
  if (first[0] === 0xd0 && first[1] === 0xcf && first[2] === 0x11 && first[3] === 0xe0) throw workbook();
  if (first.includes(0)) throw otherEncoding();
}

/**
 * Stores the file of a request and finds out how its text is written: UTF-8, unless it has bytes that are not.
 * @throws {Problem} 413 when it is too large; 422 when it is no text.
 */
export async function storeUploadedFile(
  files: FileStore,
  key: string,
  source: Readable,
): Promise<{ bytes: number; encoding: FileEncoding }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let encoding: FileEncoding = 'utf-8';
  const decode = (chunk?: Uint8Array) => {
    if (encoding !== 'utf-8') return;
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      encoding = 'windows-1252';
    }
  };
  async function* checked(): AsyncGenerator<Uint8Array> {
    // destroying the request would end the connection before the answer
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      if (bytes === 0) checkBeginning(chunk);
      bytes += chunk.length;
      if (bytes > maxPatientFileBytes) throw tooLarge();
      decode(chunk);
      yield chunk;
    }
    decode();
    if (bytes === 0) throw notPossible('This file is empty.');
  }
  await files.put(key, checked());
  return { bytes, encoding };
}

async function* decoded(stream: Readable, encoding: FileEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of stream as AsyncIterable<Uint8Array>)
    yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Reads the rows of a stored file, some at a time, the header first. */
export async function* rowsOfFile(
  files: FileStore,
  key: string,
  encoding: FileEncoding,
): AsyncGenerator<CsvRow[]> {
  const stream = files.createReadStream(key);
  try {
    yield* readCsv(decoded(stream, encoding));
  } finally {
    stream.destroy();
  }
}

/** The header of a file, its first rows and the number of its rows. */
export interface FileOverview {
  headers: string[];
  rows: string[][];
  rowCount: number;
}

/** The beginning of a cell, for people. */
const shown = (cell: string) => beginningOf(cell, 200).replaceAll('\0', '\uFFFD');

/** @throws {Problem} 422 when the row cannot be the header of a list. */
function checkHeader({ cells, problem }: CsvRow): void {
  if (problem !== null) throw notPossible(`The first line of this file ${problem}.`);
  if (cells.some((cell) => cell.includes('\r')))
    throw notPossible('The lines of this file cannot be told apart. Save it again as CSV (comma delimited).');
  if (cells.length === 1 && /[;\t|]/.test(cells[0] ?? ''))
    throw notPossible(
      'The columns of this file are not divided by commas. Save it as CSV (comma delimited).',
    );
  if (cells.length > maxColumns) throw notPossible(`This file has more than ${maxColumns} columns.`);
  if (cells.every((cell) => cell.trim() === ''))
    throw notPossible('The first line of this file must name its columns.');
}

/**
 * Reads the header and the first rows of a stored file, and counts its rows; empty ones are none.
 * @throws {Problem} 422 when it has no usable header, no rows or too many.
 */
export async function overviewOf(
  files: FileStore,
  key: string,
  encoding: FileEncoding,
): Promise<FileOverview> {
  let headers: string[] | null = null;
  const first: string[][] = [];
  let rowCount = 0;
  for await (const rows of rowsOfFile(files, key, encoding)) {
    for (const row of rows) {
      if (!headers) {
        checkHeader(row);
        headers = row.cells.map((cell) => shown(cell.trim()));
        continue;
      }
      if (row.problem === null && isEmptyRow(row.cells)) continue;
      rowCount += 1;
      if (first.length < previewRows && row.problem === null)
        first.push(row.cells.slice(0, headers.length).map(shown));
    }
  }
  if (!headers || rowCount === 0) throw notPossible('This file has no rows below its header.');
  if (rowCount > maxPatientRows)
    throw notPossible(
      `This file has ${thousands(rowCount)} rows. Upload at most ${thousands(maxPatientRows)} at a time.`,
    );
  return { headers, rows: first, rowCount };
}
