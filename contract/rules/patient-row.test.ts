import { expect, test } from 'vitest';
import { maxCellText, type PatientRow, readPatientRow } from './patient-row.ts';

const columns = ['lastName', null, 'phone', 'firstVisit', 'latitude', 'longitude', 'zip'] as const;
const nothing: PatientRow = {
  firstName: null,
  lastName: null,
  address: null,
  city: null,
  state: null,
  zip: null,
  phone: null,
  otherPhones: [],
  firstVisit: null,
  productionCents: null,
  latitude: null,
  longitude: null,
  carrierRoute: null,
  patientId: null,
};
const lee = (more: Partial<PatientRow> = {}) => ({ ...nothing, lastName: 'Lee', ...more });

test.each<[name: string, cells: string[], patient: PatientRow]>([
  [
    'the columns that mean something',
    ['Lee', 'secret', '303-555-0123', '3/1/26', '39.5', '-104.5'],
    lee({ phone: '+13035550123', firstVisit: '2026-03-01', latitude: 39.5, longitude: -104.5 }),
  ],
  ['a row that ends early', ['Lee'], lee()],
  ['0, 0 as no point', ['Lee', '', '', '', '0', '0'], lee()],
  ['a phone without a name', ['', '', '303-555-0123'], { ...nothing, phone: '+13035550123' }],
])('reads %s', (_, cells, patient) => {
  expect(readPatientRow(cells, columns, 2026)).toEqual({ patient, emptied: [] });
});

const notAPhone = 'This is not a US phone number. Write it like (303) 555-0123.';
const notADate = 'This is not a date. Write it like 3/31/2026.';

test.each<
  [
    name: string,
    cells: string[],
    patient: PatientRow,
    emptied: [column: number, text: string, reason: string][],
  ]
>([
  [
    'all that cannot be read, in the order of the columns',
    ['Lee', '', ' 12 ', 'soon', '91', '-104.5', 'K1A'],
    lee(),
    [
      [2, '12', notAPhone],
      [3, 'soon', notADate],
      [4, '91', 'This is not a latitude. Write it like 39.7392.'],
      [6, 'K1A', 'This is not a US ZIP code. Write it like 80202.'],
    ],
  ],
  [
    'cells that nothing should read, because they are too long',
    ['Lee', '', ' '.repeat(1001), '3/1/26'.padEnd(1001), '', '', '0'.repeat(250_000)],
    lee(),
    [
      [2, '', 'This cell is longer than 1,000 characters.'],
      [3, '3/1/26', 'This cell is longer than 1,000 characters.'],
      [6, `${'0'.repeat(99)}…`, 'This cell is longer than 1,000 characters.'],
    ],
  ],
  [
    'half a point',
    ['Lee', '', '', '', '', '-104.5'],
    lee(),
    [[5, '-104.5', 'A point needs both a latitude and a longitude.']],
  ],
  [
    'a name that is too long, if something else tells who it is',
    ['x'.repeat(201), '', '303-555-0123'],
    { ...nothing, phone: '+13035550123' },
    [[0, `${'x'.repeat(maxCellText - 1)}…`, 'Last name can have at most 200 characters.']],
  ],
])('leaves empty %s', (_, cells, patient, emptied) => {
  expect(readPatientRow(cells, columns, 2026)).toEqual({
    patient,
    emptied: emptied.map(([column, text, reason]) => ({ column, text, reason })),
  });
});

test.each<[name: string, address: string, units: string[], read: string | null]>([
  ['a number', '12 Main St', ['4'], '12 Main St #4'],
  ['a letter', '12 Main St', ['B'], '12 Main St #B'],
  ['a unit with its word', '12 Main St', ['Apt 4B'], '12 Main St Apt 4B'],
  ['a number that a spreadsheet made', '12 Main St', ['4.0'], '12 Main St #4'],
  ['words', '12 Main St', ['Upper Floor'], '12 Main St Upper Floor'],
  ['type and number', '12 Main St', ['Apt', '4'], '12 Main St Apt 4'],
  ['what the address has already', '12 Main St Apt 4', ['4'], '12 Main St Apt 4'],
  ['what the address has already with a sign', '12 Main St #4', ['Unit 4'], '12 Main St #4'],
  ['a number like that of the house', '4 Main St', ['4'], '4 Main St #4'],
  ['nothing', '12 Main St', [''], '12 Main St'],
  ['a placeholder', '12 Main St', ['none'], '12 Main St'],
  ['zero', '12 Main St', ['0'], '12 Main St'],
  ['the street of a row without an address', '', ['12 Main St'], '12 Main St'],
  ['a unit without an address', '', ['4'], null],
])('adds to the address %s', (_, address, units, read) => {
  const meanings = ['lastName', 'address', ...units.map(() => 'unit' as const)] as const;
  expect(readPatientRow(['Lee', address, ...units], meanings, 2026)).toMatchObject({
    patient: { address: read },
  });
});

test('joins the columns of an address', () => {
  const row = ['Lee', '12', 'Main', 'St', '4'];
  expect(readPatientRow(row, ['lastName', 'address', 'address', 'address', 'unit'], 2026)).toMatchObject({
    patient: { address: '12 Main St #4' },
  });
});

test('keeps the numbers of all phones, each once, and reports the others', () => {
  const row = ['Lee', '', '555-0101', '303-555-0102; 303-555-0103', '(303) 555-0102', 'none'];
  expect(readPatientRow(row, ['lastName', 'phone', 'phone', 'phone', 'phone', 'phone'], 2026)).toMatchObject({
    patient: { phone: '+13035550102', otherPhones: ['+13035550103'] },
    emptied: [
      { column: 2 },
      { column: 5, text: 'none', reason: 'This cell says that the value is not known.' },
    ],
  });
});

test('reports a unit whose row has no address', () => {
  const read = readPatientRow(['Lee', '', 'Apt 4'], ['lastName', 'address', 'unit'], 2026);
  expect(read).toMatchObject({
    patient: { address: null },
    emptied: [{ column: 2, text: 'Apt 4', reason: 'A unit needs an address in the same row.' }],
  });
});

test('keeps at most nine phones besides the first', () => {
  const phones = Array.from({ length: 12 }, (_, index) => `30355501${String(index).padStart(2, '0')}`);
  const read = readPatientRow(['Lee', phones.join('; ')], ['lastName', 'phone'], 2026);
  expect(read).toMatchObject({
    patient: { phone: '+13035550100', otherPhones: phones.slice(1, 10).map((phone) => `+1${phone}`) },
  });
});

test('reports each cell that a placeholder empties, and keeps names', () => {
  const meanings = [
    'firstName',
    'lastName',
    'address',
    'city',
    'state',
    'zip',
    'patientId',
    'firstVisit',
  ] as const;
  const read = readPatientRow(['None', 'Null', 'N/A', 'unknown', '-', 'na', 'none', '/  /'], meanings, 2026);
  expect(read).toMatchObject({
    patient: { firstName: 'None', lastName: 'Null', address: null, patientId: null },
  });
  expect(read && 'emptied' in read && read.emptied.map(({ column }) => column)).toEqual([2, 3, 4, 5, 6]);
});

test('reads a ZIP code by the state of its row', () => {
  const read = (state: string) => readPatientRow(['Lee', '802', state], ['lastName', 'zip', 'state'], 2026);
  expect(read('VI')).toMatchObject({ patient: { zip: '00802' }, emptied: [] });
  expect(read('CO')).toMatchObject({ patient: { zip: null }, emptied: [{ column: 1, text: '802' }] });
});

test('ignores an empty row', () => {
  expect(readPatientRow(['', ' ', ''], columns, 2026)).toBeNull();
});

test.each<[name: string, cells: string[], column: number | null, text: string | null, reason: string]>([
  [
    'too many cells',
    ['Lee', '', '', '', '', '', '', 'more'],
    null,
    null,
    'The row has more cells than the header has columns (7).',
  ],
  ['nobody', ['', 'note', '', '3/1/26'], null, null, 'The row has no name, no phone and no address.'],
  [
    'a phone that cannot be read and nothing else',
    ['', '', '12', 'soon'],
    2,
    '12',
    'The row has no name, no phone and no address that can be read.',
  ],
  [
    'a name of characters that cannot be read and nothing else',
    ['L\uFFFDe\0'],
    0,
    'L\uFFFDe\uFFFD',
    'The row has no name, no phone and no address that can be read.',
  ],
])('takes no row with %s', (_, cells, column, text, reason) => {
  expect(readPatientRow(cells, columns, 2026)).toEqual({ problem: { column, text, reason } });
});
