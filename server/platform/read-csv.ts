export interface CsvRow {
  /** Line on which the row begins, from 1. */
  line: number;
  cells: string[];
  problem: string | null;
}

/** Detects a quote that is never closed. */
export const maxRowLength = 1024 * 1024;

const quote = 34;
const equals = 61;
const newline = 10;
const carriageReturn = 13;

const neverClosed = 'has a quoted cell that does not end';
const quoteInside = 'has a quote inside a cell; put the cell in quotes and double the quotes inside it';
const tooLong = 'is longer than a million characters';

interface QuotedRow {
  cells: string[];
  next: number;
}

/** Such files seldom quote cells: a quote inside a cell is an ordinary character. */
const seldomQuoted: ReadonlySet<string> = new Set(['\t', '|']);

/** 'more' if the text ends before the row, otherwise a problem's message. A cell ="02138" is the text 02138. */
function readQuotedRow(
  text: string,
  start: number,
  { last, delimiter }: { last: boolean; delimiter: string },
): QuotedRow | 'more' | { problem: string } {
  const cells: string[] = [];
  const divider = delimiter.charCodeAt(0);
  const quotesAreSigns = seldomQuoted.has(delimiter);
  for (let at = start; ; ) {
    const isFormula = text.charCodeAt(at) === equals && text.charCodeAt(at + 1) === quote;
    if (isFormula) at += 1;
    if (text.charCodeAt(at) === quote) {
      let cell = '';
      for (let from = at + 1; ; ) {
        const closing = text.indexOf('"', from);
        if (closing === -1) return last ? { problem: neverClosed } : 'more';
        // only the next character shows whether this quote ends the cell
        if (closing + 1 === text.length && !last) return 'more';
        cell += text.slice(from, closing);
        if (text.charCodeAt(closing + 1) !== quote) {
          at = closing + 1;
          break;
        }
        cell += '"';
        from = closing + 2;
      }
      cells.push(cell);
    } else {
      let end = at;
      let code = text.charCodeAt(end);
      while (end < text.length && code !== divider && code !== newline) {
        if (code === quote && !quotesAreSigns) return { problem: quoteInside };
        end += 1;
        code = text.charCodeAt(end);
      }
      if (end === text.length && !last) return 'more';
      const row = text.slice(at, end);
      cells.push(code === newline && row.endsWith('\r') ? row.slice(0, -1) : row);
      at = end;
    }
    if (at >= text.length) return { cells, next: at };
    let code = text.charCodeAt(at);
    if (code === carriageReturn) {
      if (at + 1 >= text.length) return last ? { cells, next: at + 1 } : 'more';
      at += 1;
      code = text.charCodeAt(at);
      if (code !== newline) return { problem: quoteInside };
    }
    if (code === newline) return { cells, next: at + 1 };
    if (code !== divider) return { problem: quoteInside };
    at += 1;
  }
}

function newlinesIn(text: string, from: number, to: number): number {
  let found = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) found += 1;
  return found;
}

/** RFC 4180 without blank lines. An unreadable row costs one row; csv-parse 7 would swallow the rest. Holds one row and one piece. */
export async function* readCsv(pieces: AsyncIterable<string>, delimiter = ','): AsyncGenerator<CsvRow[]> {
  let text = '';
  let line = 1;
  let passingOver = false;

  function* rowsIn(last: boolean): Generator<CsvRow> {
    let start = 0;
    while (start < text.length) {
      const end = text.indexOf('\n', start);
      if (passingOver) {
        if (end === -1) {
          text = '';
          return;
        }
        passingOver = false;
        start = end + 1;
        line += 1;
        continue;
      }
      if (end === -1 && !last) {
        if (text.length - start <= maxRowLength) break;
        yield { line, cells: [], problem: text.indexOf('"', start) === -1 ? tooLong : neverClosed };
        passingOver = true;
        continue;
      }
      const lineEnd = end === -1 ? text.length : end;
      const firstLine = text.slice(
        start,
        text.charCodeAt(lineEnd - 1) === carriageReturn && lineEnd > start ? lineEnd - 1 : lineEnd,
      );
      const afterLine = end === -1 ? text.length : end + 1;
      if (!firstLine.includes('"')) {
        if (firstLine !== '') {
          const problem = firstLine.length > maxRowLength ? tooLong : null;
          yield { line, cells: problem ? [] : firstLine.split(delimiter), problem };
        }
        start = afterLine;
        line += 1;
        continue;
      }
      let row = readQuotedRow(text, start, { last, delimiter });
      if (row === 'more') {
        if (text.length - start <= maxRowLength) break;
        row = { problem: neverClosed };
      }
      if ('problem' in row || row.next - start > maxRowLength) {
        yield { line, cells: [], problem: 'problem' in row ? row.problem : tooLong };
        start = afterLine;
        line += 1;
        continue;
      }
      yield { line, cells: row.cells, problem: null };
      line += newlinesIn(text, start, row.next);
      start = row.next;
    }
    text = text.slice(start);
  }

  for await (const piece of pieces) {
    text += piece;
    const rows = [...rowsIn(false)];
    if (rows.length > 0) yield rows;
  }
  const rows = [...rowsIn(true)];
  if (rows.length > 0) yield rows;
}
