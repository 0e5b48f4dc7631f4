import { type PatientField, patientFieldLabels } from './patient-columns.ts';
import {
  readCents,
  readDate,
  readDegrees,
  readPatientPhone,
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

/** What is wrong with a row: in which column, or with the row as a whole. */
export interface PatientRowProblem {
  /** Index of the column; null when the row as a whole is wrong. */
  column: number | null;
  /** A sentence for people that does not repeat what the row holds. */
  reason: string;
}

/** The most characters of a text in a row. */
const longest: Partial<Record<PatientField, number>> = {
  address: 500,
  carrierRoute: 50,
  state: 50,
  patientId: 100,
};
const longestByDefault = 200;

/**
 * Reads a row by what its columns mean. Null for a row that says nothing at all.
 * @param thisYear the year of today, by which years of two digits are read
 */
export function readPatientRow(
  cells: readonly string[],
  columns: readonly (PatientField | null)[],
  thisYear: number,
): { patient: PatientRow } | { problem: PatientRowProblem } | null {
  if (cells.every((cell) => cell.trim() === '')) return null;
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    return {
      problem: {
        column: null,
        reason: `The row has more cells than the header has columns (${columns.length}).`,
      },
    };
  let problem: PatientRowProblem | null = null;
  const at = (field: PatientField) => columns.indexOf(field);
  const read = <Value>(field: PatientField, reader: (cell: string) => Value | ValueProblem): Value | null => {
    const cell = cells[at(field)];
    if (cell === undefined) return null;
    const value = reader(cell);
    if (!(value instanceof ValueProblem)) return value;
    problem ??= { column: at(field), reason: value.reason };
    return null;
  };
  const text = (field: PatientField) =>
    read(field, (cell): string | null | ValueProblem => {
      const value = readText(cell);
      const most = longest[field] ?? longestByDefault;
      if (value === null) return null;
      if (value.includes('\0') || value.includes('\uFFFD') || !value.isWellFormed())
        return new ValueProblem('This cell holds characters that cannot be read.');
      return value.length > most
        ? new ValueProblem(`${patientFieldLabels[field]} can have at most ${most} characters.`)
        : value;
    });
  const patient: PatientRow = {
    firstName: text('firstName'),
    lastName: text('lastName'),
    address: text('address'),
    city: text('city'),
    state: text('state'),
    zip: read('zip', readZip),
    phone: read('phone', readPatientPhone),
    firstVisit: read('firstVisit', (cell) => readDate(cell, thisYear)),
    productionCents: read('production', readCents),
    latitude: read('latitude', (cell) => readDegrees(cell, 90)),
    longitude: read('longitude', (cell) => readDegrees(cell, 180)),
    carrierRoute: text('carrierRoute')?.toUpperCase() ?? null,
    patientId: text('patientId'),
  };
  if (problem) return { problem };
  if (
    patient.latitude === null ||
    patient.longitude === null ||
    (patient.latitude === 0 && patient.longitude === 0)
  ) {
    patient.latitude = null;
    patient.longitude = null;
  }
  const { firstName, lastName, phone, address } = patient;
  if (firstName === null && lastName === null && phone === null && address === null)
    return { problem: { column: null, reason: 'The row has no name, no phone and no address.' } };
  return { patient };
}
