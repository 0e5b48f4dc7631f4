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

test('reads a ZIP code by its row’s state', () => {
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
