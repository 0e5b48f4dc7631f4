import { expect, test } from 'vitest';
import { readPatientRow } from './patient-row.ts';
import {
  readCents,
  readDate,
  readDegrees,
  readPatientPhone,
  readText,
  readZip,
  ValueProblem,
} from './patient-values.ts';

const problem = 'problem';
const outcome = (value: unknown) => (value instanceof ValueProblem ? problem : value);

test.each<[cell: string, value: string | null]>([
  ['3/31/2026', '2026-03-31'],
  ['03/31/26', '2026-03-31'],
  ['3-1-2026', '2026-03-01'],
  ['12.31.1999', '1999-12-31'],
  ['12/31/27', '2027-12-31'],
  ['12/31/28', '1928-12-31'],
  ['1/1/1900', null],
  ['1900-01-01', null],
  ['1/0/1900', null],
  ['01/00/00 0:00', null],
  ['2026-03-31', '2026-03-31'],
  ['20260331', '2026-03-31'],
  ['2026-03-31T00:00:00Z', '2026-03-31'],
  ['3/31/2026 12:00:00 AM', '2026-03-31'],
  ['3/31/2026 9:15', '2026-03-31'],
  ['Mar 31, 2026', '2026-03-31'],
  ['March 31 2026', '2026-03-31'],
  ['Sept. 5, 2025', '2025-09-05'],
  ['31-Mar-26', '2026-03-31'],
  ['Tuesday, March 31, 2026', '2026-03-31'],
  ['2/29/2024', '2024-02-29'],
  ['', null],
  ['n/a', null],
  ['00/00/0000', null],
  ['2/29/2025', problem],
  ['31/3/2026', problem],
  ['13/13/2026', problem],
  ['1/1/1850', problem],
  ['46112', problem],
  ['soon', problem],
  ['Foo 1, 2026', problem],
])('reads the date “%s” as %s', (cell, value) => {
  expect(outcome(readDate(cell, 2026))).toBe(value);
});

test.each<[cell: string, cents: number | null | 'problem']>([
  ['1250', 125_000],
  ['$1,250.00', 125_000],
  ['$ 1,250.5', 125_050],
  ['1250.005', 125_001],
  ['.50', 50],
  ['0', 0],
  ['-12.50', -1250],
  ['-$12.50', -1250],
  ['$-12.50', -1250],
  ['($1,250.00)', -125_000],
  ['1,250.00 USD', 125_000],
  [' $-   ', 0],
  [' $ -   ', 0],
  [' $(1,250.00)', -125_000],
  ['1,250.00-', -125_000],
  ['', null],
  ['--', null],
  ['1.250,00', problem],
  ['12,50', problem],
  ['(12.50', problem],
  ['-(12)', problem],
  ['($(12))', problem],
  ['-12-', problem],
  ['(12-', problem],
  ['twelve', problem],
  ['$', problem],
  ['9999999999', problem],
])('reads the amount “%s” as %s cents', (cell, cents) => {
  expect(outcome(readCents(cell))).toBe(cents);
});

test.each<[cell: string, zip: string | null]>([
  ['80202', '80202'],
  ['80202-1234', '80202'],
  ['80202 1234', '80202'],
  ['802021234', '80202'],
  ['2138', '02138'],
  ['601', '00601'],
  ['2138-1234', '02138'],
  ['80202.0', '80202'],
  ['', null],
  ['00000', null],
  ['K1A 0B1', null],
  ['802', '00802'],
  ['12', null],
])('reads the ZIP code “%s” as %s', (cell, zip) => {
  expect(readZip(cell)).toBe(zip);
});

test.each<[cell: string, phone: string | null]>([
  ['(303) 555-0123', '+13035550123'],
  ['303.555.0123', '+13035550123'],
  ['3035550123', '+13035550123'],
  ['1-303-555-0123', '+13035550123'],
  ['+1 303 555 0123', '+13035550123'],
  ['303-555-0123 x12', '+13035550123'],
  ['303-555-0123 ext. 12', '+13035550123'],
  ['(303) 555-0123 (cell)', '+13035550123'],
  ['H: 303-555-0123', '+13035550123'],
  ['Cell 303-555-0123', '+13035550123'],
  ['303-555-0123, 303-555-0199', '+13035550123'],
  ['', null],
  ['none', null],
  ['000-000-0000', null],
  ['555-0123', problem],
  ['103-555-0123', problem],
  ['+44 20 7946 0958', problem],
  ['ask the wife', problem],
])('reads the phone number “%s” as %s', (cell, phone) => {
  expect(outcome(readPatientPhone(cell))).toBe(phone);
});

test.each<[cell: string, limit: 90 | 180, value: number | null | 'problem']>([
  ['39.7392', 90, 39.7392],
  ['-104.9903', 180, -104.9903],
  ['', 90, null],
  ['91', 90, problem],
  ['-180.5', 180, problem],
  ['39,7', 90, problem],
  ['39° N', 90, problem],
])('reads the degrees “%s”', (cell, limit, value) => {
  expect(outcome(readDegrees(cell, limit))).toBe(value);
});

test.each([
  ['  Mary   Ann ', 'Mary Ann'],
  ['N/A', null],
  [' ', null],
])('reads the text “%s”', (cell, text) => {
  expect(readText(cell)).toBe(text);
});

const columns = ['lastName', null, 'phone', 'firstVisit', 'latitude', 'longitude'] as const;
const nothing = {
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

test.each<[name: string, cells: string[], read: ReturnType<typeof readPatientRow>]>([
  [
    'the columns that mean something',
    ['Lee', 'secret', '303-555-0123', '3/1/26', '39.5', '-104.5'],
    {
      patient: {
        ...nothing,
        lastName: 'Lee',
        phone: '+13035550123',
        firstVisit: '2026-03-01',
        latitude: 39.5,
        longitude: -104.5,
      },
    },
  ],
  ['a row that ends early', ['Lee'], { patient: { ...nothing, lastName: 'Lee' } }],
  ['half a point as none', ['Lee', '', '', '', '39.5'], { patient: { ...nothing, lastName: 'Lee' } }],
  ['0, 0 as no point', ['Lee', '', '', '', '0', '0'], { patient: { ...nothing, lastName: 'Lee' } }],
  ['an empty row as nothing', ['', ' ', ''], null],
  [
    'the first problem',
    ['Lee', '', 'x', 'y'],
    { problem: { column: 2, reason: 'This is not a US phone number. Write it like (303) 555-0123.' } },
  ],
  [
    'too many cells',
    ['Lee', '', '', '', '', '', 'more'],
    { problem: { column: null, reason: 'The row has more cells than the header has columns (6).' } },
  ],
  [
    'nobody',
    ['', 'note', '', '3/1/26'],
    { problem: { column: null, reason: 'The row has no name, no phone and no address.' } },
  ],
  [
    'a name that is too long',
    ['x'.repeat(201)],
    { problem: { column: 0, reason: 'Last name can have at most 200 characters.' } },
  ],
  [
    'unreadable characters',
    ['L\uFFFDe'],
    { problem: { column: 0, reason: 'This cell holds characters that cannot be read.' } },
  ],
])('reads %s', (_, cells, read) => {
  expect(readPatientRow(cells, columns, 2026)).toEqual(read);
});
