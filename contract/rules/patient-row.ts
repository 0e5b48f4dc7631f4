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

/** A patient as a row of a list gives them; null where the row says nothing. */
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

/** The most characters of a cell that a report repeats. */
export const maxCellText = 100;

/** A cell that could not be read and was left empty. */
export interface EmptiedCell {
  /** Index of the column. */
  column: number;
  /** What the cell holds, at most {@link maxCellText} characters. */
  text: string;
  /** A sentence for people that says what would be right, without what the cell holds. */
  reason: string;
}

/** Why a row is no patient. */
export interface PatientRowProblem {
  /** Index of the column whose cell is to blame; null when the row as a whole is. */
  column: number | null;
  /** What that cell holds, at most {@link maxCellText} characters; null without one. */
  text: string | null;
  /** A sentence for people that does not repeat what the row holds. */
  reason: string;
}

/** The fields of which a patient has one at least: nobody could be told by the others. */
export const identifyingFields = ['firstName', 'lastName', 'phone', 'address'] as const;
/** What is wrong with a row that has none of {@link identifyingFields}; completes "The row …". */
export const nobody = 'has no name, no phone and no address';

/** The most characters of a text in a row. */
const longest: Partial<Record<PatientField, number>> = { address: 500, state: 50, patientId: 100 };
const longestByDefault = 200;

/** The most characters of a cell; nothing reads a longer one. */
const longestCell = 1000;
const cellTooLong = new ValueProblem('This cell is longer than 1,000 characters.');

/** The text of a cell for a report: one line, cut where it is long. */
function reportedText(cell: string): string {
  const text = cell.slice(0, longestCell).replaceAll('\0', '\uFFFD').replace(/\s+/g, ' ').trim();
  const cut = text.length > maxCellText ? `${text.slice(0, maxCellText - 1)}…` : text;
  return cut.toWellFormed();
}

/** Whether a row says nothing at all, such as the lines below the last patient of a spreadsheet. */
export const isEmptyRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Reads the text of a field. */
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
 * Reads the cells of a row by what its columns mean. A cell that cannot be read, and half a point, is null in the patient and
 * among the emptied cells, in the order of the columns.
 * @param columns the meaning of each cell; a field that is not among them is null
 * @param thisYear the year of today, by which years of two digits are read
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
  // a row of the feed can have one of the columns alone: it changes that one only
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
 * Reads a row by what its columns mean. Null for a row that says nothing at all. A row is no patient if none of
 * {@link identifyingFields} can be read, or if it has more cells than there are columns, so that nobody knows which is which;
 * any other cell that cannot be read is left empty.
 * @param thisYear the year of today, by which years of two digits are read
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
