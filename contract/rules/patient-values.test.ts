import { expect, test } from 'vitest';
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
  ['00000-0000', null],
  ['0', null],
  ['n/a', null],
  ['802', '00802'],
  ['288', problem],
  ['9901', problem],
  ['K1A 0B1', problem],
  ['12', problem],
  ['00000-1234', problem],
  ['Denver', problem],
])('reads the ZIP code “%s” as %s', (cell, zip) => {
  expect(outcome(readZip(cell, null))).toBe(zip);
});

test.each<[cell: string, state: string, zip: string | null]>([
  ['2138', 'MA', '02138'],
  ['2138-1234', 'Massachusetts', '02138'],
  ['5501', 'ma', '05501'],
  ['6390', 'NY', '06390'],
  ['7030', 'N.J.', '07030'],
  ['802', 'VI', '00802'],
  ['601', 'Puerto Rico', '00601'],
  ['288', 'PR', problem],
  ['802', 'CO', problem],
  ['8020', 'CO', problem],
  ['2138', 'NJ', problem],
  ['80202', 'MA', '80202'],
  ['00288', 'NC', '00288'],
])('reads the ZIP code “%s” of %s as %s', (cell, state, zip) => {
  expect(outcome(readZip(cell, state))).toBe(zip);
});

test.each<[cell: string, route: string | null]>([
  ['c7', 'C7'],
  ['C007', 'C007'],
  ['80202C007', '80202C007'],
  ['80202-r 12', '80202-R 12'],
  ['', null],
  ['none', null],
  ['7', problem],
  ['CO07', problem],
  ['C0007', problem],
  ['80202', problem],
])('reads the carrier route “%s” as %s', (cell, route) => {
  expect(outcome(readRoute(cell))).toBe(route);
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
  ['(737) 874-2833', null],
  ['+266696687', null],
  ['Private Number', null],
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
