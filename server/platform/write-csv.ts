/** A cell: text is made harmless and quoted, a number is written as it is, null is empty. */
export type CsvCell = string | number | null;

/** A spreadsheet runs a cell that begins like this as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * One row of a CSV file (RFC 4180) with its line end. Text that a spreadsheet would run as a formula, because it begins with
 * = + - @, a tab or a carriage return, gets an apostrophe in front.
 */
export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`;

/** The mark at the start of a file by which spreadsheets recognize UTF-8. */
export const utf8Mark = '\uFEFF';

/** The media type of a CSV file in UTF-8. */
export const csvMediaType = 'text/csv; charset=utf-8';
