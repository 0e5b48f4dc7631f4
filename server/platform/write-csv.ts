/** Text is made safe and quoted; null is empty. */
export type CsvCell = string | number | null;

/** Spreadsheets run such cells as formulas. */
const formulaStart = /^[=+\-@\t\r]/;

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180. Text that would run as a formula gets an apostrophe in front. */
export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`;

/** Spreadsheets recognize UTF-8 by it. */
export const utf8Mark = '\uFEFF';

export const csvMediaType = 'text/csv; charset=utf-8';
