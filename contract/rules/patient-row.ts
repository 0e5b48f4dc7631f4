import { type PatientField, patientFieldLabels } from './patient-columns.ts';
import {
  readCents,
  readDate,
  readDegrees,
  readName,
  readPatientId,
  readPatientPhones,
  readRoute,
  readText,
  readUnit,
  readZip,
  ValueProblem,
} from './patient-values.ts';

/** Empty values are null. */
export interface PatientRow {
  firstName: string | null;
  lastName: string | null;
  /** Street with the unit. */
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  /** The patient's first number, normalized like callers' numbers. Screens show only this one. */
  phone: string | null;
  otherPhones: string[];
  /** `YYYY-MM-DD`. */
  firstVisit: string | null;
  productionCents: number | null;
  /** Degrees; both or neither. */
  latitude: number | null;
  longitude: number | null;
  carrierRoute: string | null;
  patientId: string | null;
}

/** Longer cells are cut in reports. */
export const maxCellText = 100;

/** Unreadable cell; stays empty. */
export interface EmptiedCell {
  column: number;
  text: string;
  /** Says what would be right, without the content. */
  reason: string;
}

export interface PatientRowProblem {
  /** Null if the whole row is wrong. */
  column: number | null;
  /** At most {@link maxCellText} characters. */
  text: string | null;
  /** A sentence without the row's content. */
  reason: string;
}

/** A patient needs at least one of these; other fields identify no one. */
export const identifyingFields = ['firstName', 'lastName', 'phone', 'address'] as const;
/** Completes "The row …". */
export const nobody = 'has no name, no phone and no address';

const maxOtherPhones = 9;

const longest: Partial<Record<PatientField, number>> = { address: 500, unit: 100, state: 50, patientId: 100 };
const longestByDefault = 200;

/** Characters; longer cells are not read. */
const longestCell = 1000;
const unitAlone = new ValueProblem('A unit needs an address in the same row.');
const halfAPoint = new ValueProblem('A point needs both a latitude and a longitude.');
const cellTooLong = new ValueProblem('This cell is longer than 1,000 characters.');

function reportedText(cell: string): string {
  const text = cell.slice(0, longestCell).replaceAll('\0', '\uFFFD').replace(/\s+/g, ' ').trim();
  const cut = text.length > maxCellText ? `${text.slice(0, maxCellText - 1)}…` : text;
  return cut.toWellFormed();
}

export const isEmptyRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

function readTextOf(
  field: PatientField,
  cell: string,
  reader: (cell: string) => string | null | ValueProblem,
): string | null | ValueProblem {
  const value = reader(cell);
  const most = longest[field] ?? longestByDefault;
  if (typeof value !== 'string') return value;
  if (value.includes('\0') || value.includes('\uFFFD') || !value.isWellFormed())
    return new ValueProblem('This cell holds characters that cannot be read. Save the file as CSV UTF-8.');
  return value.length > most
    ? new ValueProblem(`${patientFieldLabels[field]} can have at most ${most} characters.`)
    : value;
}

const unitWord =
  /^(?:apartment|apt|unit|suite|ste|room|rm|lot|space|spc|trailer|trlr|building|bldg|floor|fl|no|number|num|#)(?![a-z])/i;
const startsLikeStreet = /^\d\S* \D/;

/** Adds the unit of another column, unless the address has it already. */
function withUnit(address: string | null, unit: string | null): string | null {
  if (unit === null) return address;
  // some rows have the street in the second column
  if (address === null) return startsLikeStreet.test(unit) ? unit : null;
  const hasWord = unitWord.test(unit);
  const value = (hasWord ? unit.replace(unitWord, '') : unit).replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  const [last = '', before = ''] = address.split(' ').toReversed();
  const isThere =
    last.replace(/^#/, '').toUpperCase() === value && (last.startsWith('#') || unitWord.test(before));
  if (value === '' || isThere) return address;
  const isBare = !hasWord && /^(?:[a-z]{1,2}|[a-z]{0,2}-?\d[a-z\d-]{0,7})$/i.test(unit);
  return `${address} ${isBare ? '#' : ''}${unit}`;
}

/** By the fields of their columns, null if ignored. Unreadable cells and half a point become emptied cells. `thisYear`: for short years. */
export function readPatientCells(
  cells: readonly string[],
  columns: readonly (PatientField | null)[],
  thisYear: number,
): { patient: PatientRow; emptied: EmptiedCell[] } {
  const emptied: EmptiedCell[] = [];
  const at = (field: PatientField) => columns.indexOf(field);
  const empty = (column: number, { reason }: ValueProblem) => {
    emptied.push({ column, text: reportedText(cells[column] ?? ''), reason });
  };
  const readAll = <Value>(field: PatientField, reader: (cell: string) => Value | ValueProblem): Value[] =>
    columns.flatMap((one, column) => {
      const cell = one === field ? cells[column] : undefined;
      if (cell === undefined) return [];
      const value = cell.length > longestCell ? cellTooLong : reader(cell);
      if (!(value instanceof ValueProblem)) return [value];
      empty(column, value);
      return [];
    });
  const read = <Value>(field: PatientField, reader: (cell: string) => Value | ValueProblem): Value | null =>
    readAll(field, reader)[0] ?? null;
  const text = (field: PatientField, reader = readText) =>
    readAll(field, (cell) => readTextOf(field, cell, reader))
      .filter((value) => value !== null)
      .join(' ') || null;
  const state = text('state');
  const street = text('address');
  const unit = text('unit', readUnit);
  const joined = withUnit(street, unit);
  const address = (joined?.length ?? 0) > 500 ? street : joined;
  if (unit !== null && address === null && at('address') >= 0) empty(at('unit'), unitAlone);
  const phones = columns.flatMap((field, column) => {
    if (field !== 'phone') return [];
    const cell = cells[column] ?? '';
    const { numbers, problem } =
      cell.length > longestCell ? { numbers: [], problem: cellTooLong } : readPatientPhones(cell);
    if (problem !== null) empty(column, problem);
    return numbers;
  });
  const [phone = null, ...otherPhones] = new Set(phones);
  const patient: PatientRow = {
    firstName: text('firstName', readName),
    lastName: text('lastName', readName),
    address,
    city: text('city'),
    state,
    zip: read('zip', (cell) => readZip(cell, state)),
    phone,
    otherPhones: otherPhones.slice(0, maxOtherPhones),
    firstVisit: read('firstVisit', (cell) => readDate(cell, thisYear)),
    productionCents: read('production', readCents),
    latitude: read('latitude', (cell) => readDegrees(cell, 90)),
    longitude: read('longitude', (cell) => readDegrees(cell, 180)),
    carrierRoute: read('carrierRoute', readRoute),
    patientId: text('patientId', readPatientId),
  };
  // a feed row may change only one of the two
  if (at('latitude') >= 0 && at('longitude') >= 0) {
    const { latitude, longitude } = patient;
    const isHalf = (latitude === null) !== (longitude === null);
    if (isHalf && !emptied.some(({ column }) => column === at('latitude') || column === at('longitude')))
      empty(at(latitude === null ? 'longitude' : 'latitude'), halfAPoint);
    if (isHalf || (latitude === 0 && longitude === 0)) {
      patient.latitude = null;
      patient.longitude = null;
    }
  }
  return { patient, emptied: emptied.sort((one, other) => one.column - other.column) };
}

/** Null if empty. No patient: a row without readable {@link identifyingFields}, or with more cells than columns, which may be shifted. */
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
