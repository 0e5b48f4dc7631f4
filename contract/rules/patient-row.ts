import { type PatientField, patientFieldLabels } from './patient-columns.ts';
import {
  readCents,
  readDate,
  readDegrees,
  readPatientPhone,
  readRoute,
  readText,
  readZip,
  ValueProblem,
} from './patient-values.ts';

/** A patient in a row of a list; null for empty values. */
export interface PatientRow {
  firstName: string | null;
  lastName: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  /** Five digits. */
  zip: string | null;
  /** Normalized like callers' numbers. */
  phone: string | null;
  /** `YYYY-MM-DD`. */
  firstVisit: string | null;
  /** US cents. */
  productionCents: number | null;
  /** Degrees; both or neither. */
  latitude: number | null;
  longitude: number | null;
  carrierRoute: string | null;
  patientId: string | null;
}

/** Maximum characters of a cell in a report. */
export const maxCellText = 100;

/** A cell that could not be read and stays empty. */
export interface EmptiedCell {
  /** Column index. */
  column: number;
  /** Content, at most {@link maxCellText} characters. */
  text: string;
  /** Sentence that says what would be right, without the content. */
  reason: string;
}

/** Why a row is no patient. */
export interface PatientRowProblem {
  /** Column index of the wrong cell; null if the whole row is wrong. */
  column: number | null;
  /** Content of that cell, at most {@link maxCellText} characters; null without one. */
  text: string | null;
  /** Sentence without the row's content. */
  reason: string;
}

/** A patient needs at least one of these fields; the others identify no one. */
export const identifyingFields = ['firstName', 'lastName', 'phone', 'address'] as const;
/** Problem of a row without {@link identifyingFields}; completes "The row …". */
export const nobody = 'has no name, no phone and no address';

/** Maximum characters per field. */
const longest: Partial<Record<PatientField, number>> = { address: 500, state: 50, patientId: 100 };
const longestByDefault = 200;

/** Maximum characters of a cell; nothing reads a longer one. */
const longestCell = 1000;
const cellTooLong = new ValueProblem('This cell is longer than 1,000 characters.');

function reportedText(cell: string): string {
  const text = cell.slice(0, longestCell).replaceAll('\0', '\uFFFD').replace(/\s+/g, ' ').trim();
  const cut = text.length > maxCellText ? `${text.slice(0, maxCellText - 1)}…` : text;
  return cut.toWellFormed();
}

/** Whether all cells are empty, as below the last patient of a spreadsheet. */
export const isEmptyRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

function readTextOf(field: PatientField, cell: string): string | null | ValueProblem {
  const value = readText(cell);
  const most = longest[field] ?? longestByDefault;
  if (value === null) return null;
  if (value.includes('\0') || value.includes('\uFFFD') || !value.isWellFormed())
    return new ValueProblem('This cell holds characters that cannot be read. Save the file as CSV UTF-8.');
  return value.length > most
    ? new ValueProblem(`${patientFieldLabels[field]} can have at most ${most} characters.`)
    : value;
}

/**
 * Parses a row's cells. Unreadable cells, and half a location, become null and are listed as emptied cells, in column
 * order.
 * @param columns meaning of each cell; other fields are null
 * @param thisYear current year, for two-digit years
 */
export function readPatientCells(
  cells: readonly string[],
  columns: readonly (PatientField | null)[],
  thisYear: number,
): { patient: PatientRow; emptied: EmptiedCell[] } {
  const emptied: EmptiedCell[] = [];
  const at = (field: PatientField) => columns.indexOf(field);
  const empty = (field: PatientField, reason: string) => {
    emptied.push({ column: at(field), text: reportedText(cells[at(field)] ?? ''), reason });
  };
  const read = <Value>(field: PatientField, reader: (cell: string) => Value | ValueProblem): Value | null => {
    const cell = cells[at(field)];
    if (cell === undefined) return null;
    const value = cell.length > longestCell ? cellTooLong : reader(cell);
    if (!(value instanceof ValueProblem)) return value;
    empty(field, value.reason);
    return null;
  };
  const text = (field: PatientField) => read(field, (cell) => readTextOf(field, cell));
  const state = text('state');
  const patient: PatientRow = {
    firstName: text('firstName'),
    lastName: text('lastName'),
    address: text('address'),
    city: text('city'),
    state,
    zip: read('zip', (cell) => readZip(cell, state)),
    phone: read('phone', readPatientPhone),
    firstVisit: read('firstVisit', (cell) => readDate(cell, thisYear)),
    productionCents: read('production', readCents),
    latitude: read('latitude', (cell) => readDegrees(cell, 90)),
    longitude: read('longitude', (cell) => readDegrees(cell, 180)),
    carrierRoute: read('carrierRoute', readRoute),
    patientId: text('patientId'),
  };
  // a feed row may have only one of the columns and changes only that one
  if (at('latitude') >= 0 && at('longitude') >= 0) {
    const { latitude, longitude } = patient;
    const isHalf = (latitude === null) !== (longitude === null);
    if (isHalf && !emptied.some(({ column }) => column === at('latitude') || column === at('longitude')))
      empty(latitude === null ? 'longitude' : 'latitude', 'A point needs both a latitude and a longitude.');
    if (isHalf || (latitude === 0 && longitude === 0)) {
      patient.latitude = null;
      patient.longitude = null;
    }
  }
  return { patient, emptied: emptied.sort((one, other) => one.column - other.column) };
}

/**
 * Parses a row; null if it is empty. A row is no patient if no {@link identifyingFields} can be read, or if it has more
 * cells than columns, so that cells may be shifted. Other unreadable cells stay empty.
 * @param thisYear current year, for two-digit years
 */
export function readPatientRow(
  cells: readonly string[],
  columns: readonly (PatientField | null)[],
  thisYear: number,
): { patient: PatientRow; emptied: EmptiedCell[] } | { problem: PatientRowProblem } | null {
  if (isEmptyRow(cells)) return null;
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    const reason = `The row has more cells than the header has columns (${columns.length}).`;
    return { problem: { column: null, text: null, reason } };
  }
  const read = readPatientCells(cells, columns, thisYear);
  if (identifyingFields.some((field) => read.patient[field] !== null)) return read;
  const isIdentifying = ({ column }: EmptiedCell) =>
    identifyingFields.some((field) => columns[column] === field);
  const cell = read.emptied.find(isIdentifying);
  return {
    problem: cell
      ? { column: cell.column, text: cell.text, reason: `The row ${nobody} that can be read.` }
      : { column: null, text: null, reason: `The row ${nobody}.` },
  };
}
