import {
  shownRejections,
  shownRows,
  type SpreadsheetReport,
  type SpreadsheetRow,
} from '@mailcall/contract/provider-spreadsheets.ts';
import { rejectedReasonHeader } from '@mailcall/contract/rules/spreadsheet-kinds.ts';
import type { FileStore } from '../../platform/files.ts';
import { csvRow, utf8Mark } from '../../platform/write-csv.ts';
import type { ImportReport, Rejection } from '../ingest/index.ts';
import { rowsOfList } from '../patient-lists/index.ts';
import { rejectedKey, type SpreadsheetRecord } from './records.ts';
import type { SeenRows } from './spreadsheet-source.ts';

const longestShown = 200;

function sentenceOf({ column, reason }: Pick<Rejection, 'column' | 'reason'>): string {
  // of a line that looks like no row
  if (column === '' && /^\p{Lu}/u.test(reason)) return reason;
  const text = column === '' ? `The row ${reason}` : `${column} ${reason}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

interface Found {
  report: ImportReport;
  seen: SeenRows;
}

/** Reads the file once more: writes the rejected rows with their reasons, and shows the first rows of each outcome. */
export async function reportOfSpreadsheet(
  files: FileStore,
  record: Pick<SpreadsheetRecord, 'fileKey' | 'layout' | 'headers'>,
  { report, seen }: Found,
): Promise<SpreadsheetReport> {
  const rejected = new Map(report.firstRejections.map((rejection) => [rejection.line, rejection]));
  const doubled = [...seen.lines.values()].filter((group) => group.length > 1);
  const groups = doubled
    .slice(0, shownRows)
    .map((group) => [...group.slice(0, 3), ...group.slice(3).slice(-1)]);
  const shownLines = [...rejected.keys()].toSorted((one, other) => one - other).slice(0, shownRejections);
  const wanted = new Set([...Object.values(report.sampled).flat(), ...groups.flat(), ...shownLines]);
  const found = new Map<number, string[]>();
  const kept = record.headers.map((header) => header !== rejectedReasonHeader);
  const cellsOf = (cells: readonly string[]) =>
    kept.map((_, at) => cells[at] ?? '').filter((_, at) => kept[at]);
  async function* rejectedRows(): AsyncGenerator<Uint8Array> {
    const header: string[] = [];
    const { fileKey, layout } = record;
    const onHeader = ({ cells }: { cells: string[] }) => void header.push(...cellsOf(cells));
    let isBegun = false;
    for await (const batch of rowsOfList(files, fileKey, { layout, onHeader })) {
      const text: string[] = [];
      for (const { row } of batch) {
        if (wanted.has(row.line)) found.set(row.line, row.cells);
        const rejection = rejected.get(row.line);
        if (!rejection) continue;
        if (!isBegun) text.push(utf8Mark, csvRow([...header, rejectedReasonHeader]));
        isBegun = true;
        text.push(csvRow([...cellsOf(row.cells), sentenceOf(rejection)]));
      }
      if (text.length > 0) yield Buffer.from(text.join(''));
    }
  }
  await files.put(rejectedKey(record.fileKey), rejectedRows());
  const rowAt = (line: number): SpreadsheetRow => ({
    line,
    cells: (found.get(line) ?? [])
      .slice(0, record.headers.length)
      .map((cell) =>
        (cell.length > longestShown ? `${cell.slice(0, longestShown - 1)}…` : cell).toWellFormed(),
      ),
  });
  const { added, changed, unchanged } = report.sampled;
  return {
    added: added.map(rowAt),
    changed: changed.map(rowAt),
    unchanged: unchanged.map(rowAt),
    rejected: shownLines.map((line) => {
      const rejection = rejected.get(line) as Rejection;
      return { ...rowAt(line), column: rejection.column || null, reason: sentenceOf(rejection) };
    }),
    emptied: report.firstEmptied
      .slice(0, shownRejections)
      .map(({ line, column, reason }) => ({ line, column, reason: sentenceOf({ column, reason }) })),
    doubled: groups.map((group) => group.map(rowAt)),
    doubledCount: doubled.length,
    dates: [...seen.dates].slice(0, 50).map(([column, forms]) => ({
      column,
      forms: [...forms].map(([form, read]) => ({ form, ...read, example: read.example.slice(0, 100) })),
    })),
    notices: report.notices.slice(0, 50).map((notice) => notice.replace(/^[a-z-]+\.csv: /, '')),
  };
}
