import { expect, test } from 'vitest';
import {
  columnsProblem,
  guessColumns,
  headerKey,
  looksLikePatient,
  type PatientField,
} from './patient-columns.ts';

type Columns = (PatientField | null)[];

test.each<[name: string, headers: string[], columns: Columns]>([
  [
    'the names of the fields',
    [
      'First name',
      'Last name',
      'Address',
      'City',
      'State',
      'ZIP code',
      'Phone',
      'First visit',
      'Production',
      'Latitude',
      'Longitude',
      'Carrier route',
      'Patient ID',
    ],
    [
      'firstName',
      'lastName',
      'address',
      'city',
      'state',
      'zip',
      'phone',
      'firstVisit',
      'production',
      'latitude',
      'longitude',
      'carrierRoute',
      'patientId',
    ],
  ],
  [
    'the headers of an office’s software',
    ['PatNum', 'LName', 'FName', 'Address 1', 'Zip Code', 'Home Phone', 'Date of First Visit', 'Total Prod.'],
    ['patientId', 'lastName', 'firstName', 'address', 'zip', 'phone', 'firstVisit', 'production'],
  ],
  ['each field once', ['Phone', 'Cell phone', 'Last'], ['phone', null, 'lastName']],
  ['no other headers', ['Birthday', 'Notes', ''], [null, null, null]],
])('guesses %s', (_, headers, columns) => {
  expect(guessColumns(headers)).toEqual(columns);
});

test('prefers an earlier confirmation to the header’s name', () => {
  const remembered = { 'cell phone': 'phone', phone: null, 'joined on': 'firstVisit' } as const;
  expect(guessColumns(['Phone', ' Cell Phone ', 'Joined on', 'Last name'], remembered)).toEqual([
    null,
    'phone',
    'firstVisit',
    'lastName',
  ]);
  expect(guessColumns(['constructor', '__proto__'], {})).toEqual([null, null]);
});

test('remembers a header regardless of case and surrounding blanks', () => {
  expect(headerKey('  Home PHONE ')).toBe('home phone');
  expect(headerKey('x'.repeat(300))).toHaveLength(100);
});

test.each<[columns: Columns, problem: string | null]>([
  [['lastName'], null],
  [['phone', null], null],
  [['lastName', 'latitude', 'longitude'], null],
  [
    ['firstName', 'address'],
    'Choose the column of the last name or of the phone: patients are found by these.',
  ],
  [['lastName', 'phone', 'phone'], 'Use Phone for one column only.'],
  [['lastName', 'latitude'], 'Choose both Latitude and Longitude, or neither.'],
])('says what is wrong with %j', (columns, problem) => {
  expect(columnsProblem(columns)).toBe(problem);
});

test.each([
  [['First Name', 'Phone 1', 'Zip', '2026 production', ''], false],
  [['Ann', 'Lee', '(303) 555-0101'], true],
  [['Ann', 'Lee', '', '3/1/2026'], true],
])('tells whether the first row %j is a patient', (headers, isPatient) => {
  expect(looksLikePatient(headers)).toBe(isPatient);
});
