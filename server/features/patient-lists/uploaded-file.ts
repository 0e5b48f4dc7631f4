import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  headLines as maxHeadLines,
  listedLines,
  maxPatientFileBytes,
  maxPatientRows,
  previewRows,
} from '@mailcall/contract/patient-list-uploads.ts';
import { aboveHeader, lineReader, namesDelimiter } from '@mailcall/contract/rules/list-lines.ts';
import { isPhoneOrDate } from '@mailcall/contract/rules/patient-columns.ts';
import { isEmptyRow } from '@mailcall/contract/rules/patient-row.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { TextEncoding } from '@mailcall/contract/rules/text-encodings.ts';
import { csvPieces, delimiters, headLength, namedDelimiter } from '../../platform/csv-layout.ts';
import {
  decodeMixed,
  decodePieces,
  encodingOfOthers,
  linesNotUtf8,
  utf16Of,
} from '../../platform/decode-text.ts';
import type { FileStore } from '../../platform/files.ts';
import { notPossible, Problem } from '../../platform/http/problems.ts';
import { type CsvRow, readCsv } from '../../platform/read-csv.ts';
import {
  isOldWorkbook,
  isWorkbook,
  readWorkbook,
  WorkbookRefused,
  type WorkbookSheet,
} from '../../platform/spreadsheet/index.ts';
import { beginningOf } from '../../platform/storable-texts.ts';

export interface FileLayout {
  encoding: TextEncoding;
  delimiter: string;
  headerLine: number;
}

const maxColumns = 200;

/** What each header probably means; null if it is not known. */
export type GuessColumns = (headers: readonly string[]) => readonly (string | null)[];

const tooLarge = () =>
  new Problem(413, `This file is larger than ${maxPatientFileBytes / 1024 / 1024} MB. Upload it in parts.`);
const oldWorkbook = () =>
  notPossible(
    'This is an Excel 97 workbook, or one with a password. Save it as Excel workbook (.xlsx) without a password, or as CSV UTF-8.',
  );
const noText = () =>
  notPossible('This file is neither an Excel workbook nor CSV. Save your list as one of them.');

/** @throws {Problem} 422 for an old workbook or a file that is no text */
function checkBeginning(first: Uint8Array): void {
  if (isOldWorkbook(first)) throw oldWorkbook();
  if (utf16Of(first) === null && first.includes(0)) throw noText();
}

/** Bytes; enough to recognize UTF-16. */
const beginningBytes = 512;

/** Bytes of a file, or the sheets of a workbook. @throws {Problem} 413 or 422 if a workbook cannot be read */
export async function openUploadedFile(
  source: Readable,
): Promise<{ sheets: null; body: AsyncIterable<Uint8Array> } | { sheets: WorkbookSheet[] }> {
  // destroying the request would close the connection before the response
  const pieces = source.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
  let beginning = Buffer.alloc(0);
  for (let next; beginning.length < 4 && !(next = await pieces.next()).done; )
    beginning = Buffer.concat([beginning, next.value]);
  async function* body(): AsyncGenerator<Uint8Array> {
    if (beginning.length > 0) yield beginning;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  }
  if (!isWorkbook(beginning)) return { sheets: null, body: body() };
  const content: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body()) {
    bytes += piece.length;
    if (bytes > maxPatientFileBytes) throw tooLarge();
    content.push(piece);
  }
  try {
    return { sheets: await readWorkbook(Buffer.concat(content)) };
  } catch (error) {
    throw error instanceof WorkbookRefused ? notPossible(error.message) : error;
  }
}

/** Recognizes UTF-16 by its first bytes. @throws {Problem} 413 if the file is too large; 422 if it is no text */
export async function storeUploadedFile(
  files: FileStore,
  key: string,
  source: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number; encoding: TextEncoding; mixedLines: number[] }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let beginning: Uint8Array = Buffer.alloc(0);
  let bytes = 0;
  let isUtf8 = true;
  const decode = (chunk?: Uint8Array) => {
    if (!isUtf8) return;
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isUtf8 = false;
    }
  };
  async function* checked(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      if (beginning.length < beginningBytes)
        beginning = Buffer.concat([beginning, chunk.subarray(0, beginningBytes)]);
      bytes += chunk.length;
      if (bytes > maxPatientFileBytes) throw tooLarge();
      decode(chunk);
      yield chunk;
    }
    decode();
    if (bytes === 0) throw notPossible('This file is empty.');
    checkBeginning(beginning);
  }
  await files.put(key, checked());
  const utf16 = utf16Of(beginning);
  if (utf16 !== null || isUtf8) return { bytes, encoding: utf16 ?? 'utf-8', mixedLines: [] };
  const content = await buffer(files.createReadStream(key));
  const encoding = encodingOfOthers(content);
  return { bytes, encoding, mixedLines: encoding === 'mixed' ? linesNotUtf8(content) : [] };
}

/** Lines read as Windows-1252 because they are not UTF-8. */
export const mixedLinesOf = async (
  files: FileStore,
  key: string,
  encoding: TextEncoding,
): Promise<number[]> => (encoding === 'mixed' ? linesNotUtf8(await buffer(files.createReadStream(key))) : []);

/** Text of the file in pieces; lines end with LF or CRLF. */
async function* textOfFile(files: FileStore, key: string, encoding: TextEncoding): AsyncGenerator<string> {
  const stream = files.createReadStream(key);
  async function* whole() {
    yield decodeMixed(await buffer(stream));
  }
  try {
    yield* csvPieces(
      encoding === 'mixed' ? whole() : decodePieces(stream as AsyncIterable<Uint8Array>, encoding),
    );
  } finally {
    stream.destroy();
  }
}

/** Includes lines above the header. */
const rowsOfFile = (
  files: FileStore,
  key: string,
  { encoding, delimiter }: Pick<FileLayout, 'encoding' | 'delimiter'>,
): AsyncGenerator<CsvRow[]> => readCsv(textOfFile(files, key, encoding), delimiter);

const isFilled = (cell: string) => cell.trim() !== '';

interface Candidate {
  row: CsvRow;
  score: number;
}

/** Row with the most known names, below titles at most. */
function headerAmong(rows: readonly CsvRow[], guess: GuessColumns): Candidate | null {
  const usable = rows.filter(({ problem, cells }) => problem === null && cells.some(isFilled));
  const [first] = usable;
  if (!first) return null;
  const judged = usable.map((row) => ({
    row,
    filled: row.cells.filter(isFilled).length,
    known: row.cells.some(isPhoneOrDate) ? 0 : guess(row.cells).filter((field) => field !== null).length,
  }));
  const best = judged.reduce((one, other) => (other.known > one.known ? other : one));
  const above = judged.slice(0, judged.indexOf(best));
  const isBelowTitles = above.every(
    ({ filled, known }) => known === 0 || (filled <= best.filled / 2 && known < best.known / 2),
  );
  if (best.known >= 2 && isBelowTitles) return { row: best.row, score: best.known * 1_000 + best.filled };
  // without known names, the header is the first row that is as wide as most rows, unless the first row cannot be read
  if (rows[0] !== undefined && rows[0].problem !== null) return { row: rows[0], score: 0 };
  const widths = Map.groupBy(judged, ({ row }) => row.cells.length);
  const [width, same] = [...widths].reduce((one, other) =>
    other[1].length > one[1].length || (other[1].length === one[1].length && other[0] > one[0]) ? other : one,
  );
  const share = width > 1 ? same.length / judged.length : 0;
  const widest = judged.find(({ row, filled }) => row.cells.length === width && filled > width / 2);
  return { row: widest?.row ?? first, score: best.known * 10 + share * 9 };
}

interface HeadLine {
  line: number;
  text: string;
}

const shown = (cell: string) => beginningOf(cell, 200).replaceAll('\0', '\uFFFD');
const textOfLine = (cells: readonly string[]) =>
  shown(
    cells
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '')
      .join(' · '),
  );

async function* inOnePiece(text: string) {
  yield text;
}

/** The sheet whose header has the most known names, then the one with the most rows. */
export async function sheetOfList(
  [first, ...others]: readonly WorkbookSheet[],
  guess: GuessColumns,
): Promise<Uint8Array> {
  const judged: { score: number; sheet: WorkbookSheet }[] = [];
  for (const sheet of first ? [first, ...others] : []) {
    const head = new TextDecoder().decode(sheet.csv.subarray(0, headLength));
    const rows: CsvRow[] = [];
    for await (const batch of readCsv(inOnePiece(head), ',')) rows.push(...batch);
    judged.push({ score: headerAmong(rows.slice(0, maxHeadLines), guess)?.score ?? 0, sheet });
  }
  return judged.reduce((best, one) =>
    one.score > best.score || (one.score === best.score && one.sheet.rowCount > best.sheet.rowCount)
      ? one
      : best,
  ).sheet.csv;
}

/** More known names and cells make the separator more certain. */
function headerAt(rows: readonly CsvRow[], line: number, guess: GuessColumns): Candidate | null {
  const row = rows.find((one) => one.line === line && one.problem === null && one.cells.some(isFilled));
  if (!row) return null;
  const known = guess(row.cells).filter((field) => field !== null).length;
  return { row, score: known * 1_000 + row.cells.length };
}

/** `headerLine` null finds the header. @throws {Problem} 422 if no row of the head begins on that line */
async function findLayout(
  files: FileStore,
  key: string,
  { encoding, guess, headerLine }: { encoding: TextEncoding; guess: GuessColumns; headerLine: number | null },
): Promise<Omit<FileLayout, 'encoding'> & { headLines: HeadLine[] }> {
  const pieces = textOfFile(files, key, encoding);
  const { value } = await pieces.next();
  await pieces.return(undefined);
  const text = value ?? '';
  const head = text.slice(0, headLength);
  const named = namedDelimiter(head);
  let found: { delimiter: string; headerLine: number; score: number; rows: CsvRow[] } = {
    delimiter: named?.delimiter ?? ',',
    headerLine: 1,
    score: -1,
    rows: [],
  };
  for (const delimiter of named ? [named.delimiter] : delimiters) {
    const rows: CsvRow[] = [];
    for await (const batch of readCsv(inOnePiece(head), delimiter)) rows.push(...batch);
    // the last row may be cut, and the first may name the separator
    const whole = rows.slice(named ? 1 : 0, text.length > headLength ? -1 : undefined).slice(0, maxHeadLines);
    const candidate = headerLine === null ? headerAmong(whole, guess) : headerAt(whole, headerLine, guess);
    if (candidate && candidate.score > found.score)
      found = { delimiter, headerLine: candidate.row.line, score: candidate.score, rows: whole };
  }
  if (headerLine !== null && found.score < 0)
    throw notPossible(
      `Line ${thousands(headerLine)} cannot be the header. Choose one of the first ${maxHeadLines} lines that has the names of the columns.`,
    );
  const lines = found.rows.filter(({ cells }) => cells.some(isFilled));
  return {
    delimiter: found.delimiter,
    headerLine: found.headerLine,
    headLines: lines.map(({ line, cells }) => ({ line, text: textOfLine(cells) })),
  };
}

interface LeftOutLine extends HeadLine {
  reason: string;
}

export interface FileOverview {
  layout: FileLayout;
  headLines: HeadLine[];
  mixedLines: number[];
  headers: string[];
  rows: string[][];
  rowCount: number;
  leftOut: LeftOutLine[];
  leftOutCount: number;
}

/** @throws {Problem} 422 if a list cannot have this header */
function checkHeader({ cells, problem }: CsvRow): void {
  if (problem !== null) throw notPossible(`The first line of this file ${problem}.`);
  if (cells.length > maxColumns) throw notPossible(`This file has more than ${maxColumns} columns.`);
  if (cells.every((cell) => cell.trim() === ''))
    throw notPossible('The first line of this file must name its columns.');
}

/** A reason means that the row is probably no patient. */
interface ListRow {
  row: CsvRow;
  leftOut: string | null;
}

/** Rows in batches, without empty rows and the header. */
export async function* rowsOfList(
  files: FileStore,
  key: string,
  { layout, onHeader }: { layout: FileLayout; onHeader: (row: CsvRow) => void },
): AsyncGenerator<ListRow[]> {
  const titles: string[][] = [];
  let reasonOf: ((cells: readonly string[]) => string | null) | null = null;
  for await (const batch of rowsOfFile(files, key, layout)) {
    const rows: ListRow[] = [];
    for (const row of batch) {
      if (row.line === layout.headerLine) {
        onHeader(row);
        reasonOf = lineReader({ headers: row.cells, titles });
        continue;
      }
      if (row.problem === null && isEmptyRow(row.cells)) continue;
      if (reasonOf === null) {
        titles.push(row.cells);
        const isSign = row.line === 1 && /^sep=/i.test(row.cells[0] ?? '');
        rows.push({ row, leftOut: isSign ? namesDelimiter : aboveHeader });
      } else rows.push({ row, leftOut: row.problem === null ? reasonOf(row.cells) : null });
    }
    yield rows;
  }
}

/** `headerLine` null finds the header with `guess`. @throws {Problem} 422 without a usable header, with no or too many rows */
export async function overviewOf(
  files: FileStore,
  key: string,
  {
    encoding,
    mixedLines,
    guess,
    headerLine = null,
  }: {
    encoding: TextEncoding;
    mixedLines: number[];
    guess: GuessColumns;
    headerLine?: number | null;
  },
): Promise<FileOverview> {
  const { headLines, ...found } = await findLayout(files, key, { encoding, guess, headerLine });
  const layout = { encoding, ...found };
  let headers: string[] | null = null;
  const first: string[][] = [];
  const leftOut: LeftOutLine[] = [];
  let [rowCount, leftOutCount] = [0, 0];
  const onHeader = (row: CsvRow) => {
    checkHeader(row);
    headers = row.cells.map((cell) => shown(cell.trim()));
  };
  for await (const rows of rowsOfList(files, key, { layout, onHeader })) {
    const width = (headers as string[] | null)?.length ?? maxColumns;
    for (const { row, leftOut: reason } of rows) {
      if (reason !== null) {
        leftOutCount += 1;
        if (leftOut.length < listedLines)
          leftOut.push({ line: row.line, text: textOfLine(row.cells), reason });
        continue;
      }
      rowCount += 1;
      if (first.length < previewRows && row.problem === null)
        first.push(row.cells.slice(0, width).map(shown));
    }
  }
  if (!headers || rowCount === 0) throw notPossible('This file has no rows below its header.');
  if (rowCount > maxPatientRows)
    throw notPossible(
      `This file has ${thousands(rowCount)} rows. Upload at most ${thousands(maxPatientRows)} at a time.`,
    );
  return { layout, headLines, mixedLines, headers, rows: first, rowCount, leftOut, leftOutCount };
}
