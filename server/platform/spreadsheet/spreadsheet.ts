import { type CellKind, type CellValue, cellXml, escapeText, headingXml, stylesXml } from './cells.ts';
import { type ZipEntry, zipStream } from './zip-stream.ts';

export interface Column {
  title: string;
  kind: CellKind;
  width: number;
}

export type SpreadsheetRow = readonly CellValue[];

export interface Sheet {
  /** At most 25 characters; continuation sheets add a number. */
  name: string;
  columns: readonly Column[];
  rows: AsyncIterable<readonly SpreadsheetRow[]> | Iterable<readonly SpreadsheetRow[]>;
}

export const spreadsheetMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Includes the heading. */
export const maxRows = 1_048_576;
/** Characters before rows continue in another sheet; far below the archive's limit per file. */
const maxCharacters = 1_000_000_000;
const pieceLength = 64 * 1024;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types';
const partType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const part = (path: string, text: string): ZipEntry => ({ path, content: [Buffer.from(declaration + text)] });

function columnLetters(index: number): string {
  const first = Math.floor(index / 26);
  return (first > 0 ? columnLetters(first - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** A full sheet leaves the rest to the next. */
class Rows {
  readonly #batches: AsyncIterator<readonly SpreadsheetRow[]> | Iterator<readonly SpreadsheetRow[]>;
  #batch: readonly SpreadsheetRow[] = [];
  #at = 0;

  constructor(rows: Sheet['rows']) {
    this.#batches = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  }

  async more(): Promise<boolean> {
    while (this.#at >= this.#batch.length) {
      const next = await this.#batches.next();
      if (next.done) return false;
      this.#batch = next.value;
      this.#at = 0;
    }
    return true;
  }

  take(): SpreadsheetRow | undefined {
    const row = this.#batch[this.#at];
    this.#at += 1;
    return row;
  }

  async end(): Promise<void> {
    await this.#batches.return?.();
  }
}

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

/** Reads rows as chunks are consumed, so memory stays constant. A full sheet continues in another. `rowsPerSheet` includes the heading. */
export function writeSpreadsheet(
  sheets: readonly Sheet[],
  { rowsPerSheet = maxRows }: { rowsPerSheet?: number } = {},
): AsyncGenerator<Uint8Array> {
  return zipStream(parts(sheets, rowsPerSheet));
}
