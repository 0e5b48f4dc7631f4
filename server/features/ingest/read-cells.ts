import { CellProblem, PartlyRead, SkippedCell } from './cell-kinds.ts';
import type { FeedFile } from './feed-files.ts';
import type { ImportRun } from './import-run.ts';
import type { RowProblem } from './read-rows.ts';
import type { KeptPath } from './stage-attachments.ts';

/** Cells of a row with the bits of its columns, and empty or left-out parts; or its problem; or values without a code yet. */
type Reading =
  | { cells: (string | null)[]; present: number; emptied: readonly RowProblem[] }
  | { problem: RowProblem }
  | { newValues: [dimension: string, value: string][] };

/** Number of bits that a JavaScript number holds exactly. */
const maxColumns = 53;
const bits = Array.from({ length: maxColumns }, (_, index) => 2 ** index);
/** Bit of a column, by its position in the file's list. */
export const columnBit = (index: number): number => bits[index] as number;

/** Returns emptied cells and the bits of columns that only the others give, or the row's problem. */
function readGroup(
  { columns, group }: FeedFile,
  values: readonly (string | undefined)[],
  cells: (string | null)[],
): { emptied: readonly RowProblem[]; given: number } | { problem: RowProblem } {
  if (!group) return { emptied: [], given: 0 };
  const named = columns.flatMap(({ name }, index) => {
    const value = values[index];
    return value === undefined || !group.names.includes(name) ? [] : [[name, value] as const];
  });
  const read = group.read(new Map(named));
  if ('problem' in read) return read;
  let given = 0;
  columns.forEach(({ name }, index) => {
    const value = read.values.get(name);
    if (value === undefined) return;
    cells[index] = value;
    if (values[index] === undefined) given += columnBit(index);
  });
  return { emptied: read.emptied, given };
}

export function readCells(
  file: FeedFile,
  run: ImportRun,
  values: readonly (string | undefined)[],
  attachments: ReadonlyMap<string, KeptPath>,
): Reading {
  const { columns } = file;
  const cells = new Array<string | null>(columns.length).fill(null);
  const newValues: [string, string][] = [];
  const partlyRead: RowProblem[] = [];
  const deletedAt = columns.length - 1;
  const removes = values[deletedAt]?.trim() === 'true';
  let present = 0;
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index] as (typeof columns)[number];
    const raw = values[index];
    // a row that removes only says which row
    if (raw === undefined || (removes && !column.identifies)) continue;
    const value = raw.trim();
    if (value === '') {
      if (column.required && !removes)
        return { problem: { column: column.name, reason: 'must not be empty' } };
      present += columnBit(index);
      if (index === deletedAt) cells[index] = 'false';
      continue;
    }
    present += columnBit(index);
    if (!column.read) continue;
    const whole = column.read(value);
    const read = whole instanceof PartlyRead ? whole.text : whole;
    if (whole instanceof PartlyRead)
      partlyRead.push(...whole.leftOut.map((reason) => ({ column: column.name, reason })));
    if (read instanceof SkippedCell) {
      partlyRead.push({ column: column.name, reason: read.reason });
      present -= columnBit(index);
      continue;
    }
    if (read instanceof CellProblem) return { problem: { column: column.name, reason: read.reason } };
    if (read === '') {
      if (column.required && !removes)
        return { problem: { column: column.name, reason: 'must not be empty' } };
      continue;
    }
    if (column.dimension !== null) {
      const code = run.codes.codeOf(column.dimension, read);
      if (code === undefined) {
        const reason = run.codes.problemOf(column.dimension);
        if (reason !== undefined) return { problem: { column: column.name, reason } };
        newValues.push([column.dimension, read]);
      }
      cells[index] = column.coded ? (code ?? null) : read;
    } else if (column.audio || column.image) {
      const kept = attachments.get(value);
      if (kept && 'refused' in kept) return { problem: { column: column.name, reason: kept.refused } };
      if (kept && 'unusable' in kept) {
        partlyRead.push({ column: column.name, reason: kept.unusable });
        present -= columnBit(index);
        continue;
      }
      cells[index] = kept?.key ?? null;
      // a missing image does not replace an imported one
      if (column.image && kept?.key === null) present -= columnBit(index);
    } else {
      cells[index] = read;
    }
  }
  if (newValues.length > 0) return { newValues };
  if (removes) return { cells, present, emptied: partlyRead };
  const read = readGroup(file, values, cells);
  return 'problem' in read
    ? read
    : { cells, present: present + read.given, emptied: [...partlyRead, ...read.emptied] };
}
