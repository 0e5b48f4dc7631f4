import { type Cell, type CellValue, readXlsx, type Sheet } from 'hucre/xlsx';
import { days, seconds } from '@mailcall/contract/time/durations.ts';
import { answerTasks } from '../answer-tasks.ts';
import type { ReadSheets, WorkbookSheet } from './read-workbook.ts';

/** Days of a number without a date, such as a time or a duration, are counted from here. */
const firstDay = Date.UTC(1899, 11, 31);

const twoDigits = (number: number) => String(number).padStart(2, '0');

function dateText(date: Date): string {
  const time = date.getTime();
  if (Number.isNaN(time)) return '';
  const [day = '', clock = ''] = date.toISOString().split(/[TZ]/);
  if (time < firstDay + days(1)) {
    const count = Math.round((time - firstDay) / seconds(1));
    return `${twoDigits(Math.floor(count / 3600))}:${twoDigits(Math.floor(count / 60) % 60)}:${twoDigits(count % 60)}`;
  }
  return clock === '00:00:00.000' ? day : `${day} ${clock.slice(0, 8)}`;
}

/** As the sheet shows `00000` and `00000-0000`; other formats do not change what a number is. */
function numberText(number: number, format: string | undefined): string {
  const text = Number.isInteger(number) ? BigInt(number).toString() : String(Number(number.toPrecision(15)));
  if (format === undefined || !/^0[0-]*0$/.test(format) || !/^\d+$/.test(text)) return text;
  const zeros = format.replaceAll('-', '').length;
  let digits = text.padStart(zeros, '0');
  const isLonger = digits.length > zeros;
  if (isLonger || !format.includes('-')) return digits;
  return format.replace(/0/g, () => {
    const [first = ''] = digits;
    digits = digits.slice(1);
    return first;
  });
}

function textOf(value: CellValue, cell: Cell | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'number') return numberText(value, cell?.style?.numFmt);
  return typeof value === 'boolean' ? String(value) : value;
}

const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** As spreadsheets save it: each row is as wide as the sheet, and is on the line that has its number unless a text above has several lines. */
function csvOf({ name, rows, cells }: Sheet): WorkbookSheet {
  const texts = rows.map((row, at) =>
    row.map((value, column) => textOf(value, cells?.get(`${at},${column}`))),
  );
  const widths = texts.map((row) => row.findLastIndex((text) => text.trim() !== '') + 1);
  const width = widths.reduce((most, one) => Math.max(most, one), 0);
  const lines = texts.map((row, at) =>
    widths[at] === 0 ? '' : Array.from({ length: width }, (_, column) => quoted(row[column] ?? '')).join(','),
  );
  return {
    name,
    rowCount: widths.filter((one) => one > 0).length,
    csv: Buffer.from(`${lines.join('\r\n')}\r\n`),
  };
}

answerTasks<Uint8Array, ReadSheets>(async (content) => {
  try {
    const { sheets } = await readXlsx(content, {
      readStyles: true,
      sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden,
    });
    return { sheets: sheets.map(csvOf).filter(({ rowCount }) => rowCount > 0) };
  } catch {
    return { sheets: null };
  }
});
