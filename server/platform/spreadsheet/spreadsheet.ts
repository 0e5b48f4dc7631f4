import { type CellKind, type CellValue, cellXml, escapeText, headingXml, stylesXml } from './cells.ts';
import { type ZipEntry, zipStream } from './zip-stream.ts';

/** A column: its heading, what it holds and how wide it is, in characters. */
export interface Column {
  title: string;
  kind: CellKind;
  width: number;
}

/** A value for each column, in their order. */
export type SpreadsheetRow = readonly CellValue[];

/** A sheet; its rows are read in batches, when there is room for them. */
export interface Sheet {
  /** At most 25 characters: a number is added where the rows go on in another sheet. */
  name: string;
  columns: readonly Column[];
  rows: AsyncIterable<readonly SpreadsheetRow[]> | Iterable<readonly SpreadsheetRow[]>;
}

/** The media type of what {@link writeSpreadsheet} writes. */
export const spreadsheetMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Rows of a sheet, its heading included: the format's own limit. */
export const maxRows = 1_048_576;
/** Characters of a sheet after which its rows go on in the next: far below what an archive can hold of one file. */
const maxCharacters = 1_000_000_000;
/** Characters that are gathered before they are passed on. */
const pieceLength = 64 * 1024;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types';
const partType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const part = (path: string, text: string): ZipEntry => ({ path, content: [Buffer.from(declaration + text)] });

/** The letters of a column, from 0: A, B, …, Z, AA. */
function columnLetters(index: number): string {
  const first = Math.floor(index / 26);
  return (first > 0 ? columnLetters(first - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** The rows of a sheet one after the other, and whether there are more: a sheet that is full leaves the rest. */
class Rows {
  readonly #batches: AsyncIterator<readonly SpreadsheetRow[]> | Iterator<readonly SpreadsheetRow[]>;
  #batch: readonly SpreadsheetRow[] = [];
  #at = 0;

  constructor(rows: Sheet['rows']) {
    this.#batches = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  }

  /** Rows that are there already; the next batch is fetched when there are none. */
  async more(): Promise<boolean> {
    while (this.#at >= this.#batch.length) {
      const next = await this.#batches.next();
      if (next.done) return false;
      this.#batch = next.value;
      this.#at = 0;
    }
    return true;
  }

  /** The next row of the batch; undefined at its end. */
  take(): SpreadsheetRow | undefined {
    const row = this.#batch[this.#at];
    this.#at += 1;
    return row;
  }

  async end(): Promise<void> {
    await this.#batches.return?.();
  }
}

/** One worksheet: a heading that stays, and as many rows as fit. */
async function* worksheet(
  columns: readonly Column[],
  rows: Rows,
  rowsPerSheet: number,
): AsyncGenerator<Uint8Array> {
  const letters = columns.map((_, index) => columnLetters(index));
  const widths = columns
    .map(
      ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    )
    .join('');
  const headings = columns.map(({ title }, index) => headingXml(`${letters[index]}1`, title)).join('');
  let piece = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths}</cols><sheetData><row r="1">${headings}</row>`;
  let [row, characters] = [1, 0];
  while (row < rowsPerSheet && characters < maxCharacters && (await rows.more())) {
    const values = rows.take() ?? [];
    row += 1;
    let cells = '';
    for (const [index, { kind }] of columns.entries())
      cells += cellXml(`${letters[index]}${row}`, kind, values[index] ?? null);
    piece += `<row r="${row}">${cells}</row>`;
    if (piece.length >= pieceLength) {
      characters += piece.length;
      yield Buffer.from(piece);
      piece = '';
    }
  }
  yield Buffer.from(`${piece}</sheetData><autoFilter ref="A1:${letters.at(-1) ?? 'A'}${row}"/></worksheet>`);
}

function workbook(names: readonly string[]): string {
  const sheets = names
    .map(
      (name, index) =>
        `<sheet name="${escapeText(name).replaceAll('"', '&quot;')}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
    )
    .join('');
  return `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets}</sheets></workbook>`;
}

function workbookRelations(count: number): string {
  const sheets = Array.from(
    { length: count },
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  ).join('');
  return `<Relationships xmlns="${packageRelations}">${sheets}<Relationship Id="rId${count + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`;
}

function types(count: number): string {
  const sheets = Array.from(
    { length: count },
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${partType}.worksheet+xml"/>`,
  ).join('');
  return `<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${partType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${partType}.styles+xml"/>${sheets}</Types>`;
}

async function* parts(sheets: readonly Sheet[], rowsPerSheet: number): AsyncGenerator<ZipEntry> {
  const names: string[] = [];
  for (const { name, columns, rows: source } of sheets) {
    const rows = new Rows(source);
    try {
      let copies = 0;
      do {
        copies += 1;
        names.push(copies === 1 ? name : `${name} ${copies}`);
        const content = worksheet(columns, rows, rowsPerSheet);
        yield { path: `xl/worksheets/sheet${names.length}.xml`, content };
      } while (await rows.more());
    } finally {
      await rows.end();
    }
  }
  yield part('xl/styles.xml', stylesXml);
  yield part('xl/workbook.xml', workbook(names));
  yield part('xl/_rels/workbook.xml.rels', workbookRelations(names.length));
  yield part(
    '_rels/.rels',
    `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  yield part('[Content_Types].xml', types(names.length));
}

/**
 * An XLSX workbook as chunks: rows are read as the chunks are consumed, so that memory does not grow with them.
 * Each sheet has a heading that stays and can be filtered by; one that is full goes on in another of the same name with a
 * number.
 * @param options.rowsPerSheet the heading included; as many as the format allows by default
 */
export function writeSpreadsheet(
  sheets: readonly Sheet[],
  { rowsPerSheet = maxRows }: { rowsPerSheet?: number } = {},
): AsyncGenerator<Uint8Array> {
  return zipStream(parts(sheets, rowsPerSheet));
}
