import { expect, test } from 'vitest';
import {
  columnsProblem,
  guessColumns,
  headerKey,
  isSameListName,
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
      'Unit',
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
      'unit',
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
  ['each field once', ['Zip', 'Postal code', 'Last'], ['zip', null, 'lastName']],
  ['all phones', ['Home', 'Work', 'Cell', 'Last'], ['phone', 'phone', 'phone', 'lastName']],
  [
    'an address in parts',
    ['Last', 'House Number', 'Street Name', 'Street Suffix', 'Apt', 'Zip'],
    ['lastName', 'address', 'address', 'address', 'unit', 'zip'],
  ],
  ['one whole address', ['Address', 'Street Name', 'Mailing Address'], ['address', null, null]],
  [
    'the patient in front of a header',
    ['Patient City', 'Pt First Name', 'Client Zip'],
    ['city', 'firstName', 'zip'],
  ],
  ['no other headers', ['Birthday', 'Notes', ''], [null, null, null]],
])('guesses %s', (_, headers, columns) => {
  expect(guessColumns(headers)).toEqual(columns);
});

test.each(
  'Address2;Address 2;ADDRESS_2;Addr2;Address Line 2;AddressLine2;Street 2;Street Address 2;Mailing Address 2;Home Address Line 2;Address (cont.);Secondary Address;Apt;Apt.;Apt #;Apt No;AptNumber;Apartment;Apartment Number;Unit;Unit #;Unit No.;UnitNumber;Suite;Ste;Suite #;Apt/Suite;Apt / Unit;Apt, Suite, Unit;Patient Apt;Unit Type;Lot;Trailer #;Bldg;Address 3;\u200bApt'.split(
    ';',
  ),
)('takes “%s” for the unit', (header) => {
  expect(guessColumns(['Address', header])).toEqual(['address', 'unit']);
});

test.each([
  'Units',
  'Unit Price',
  'Address Type',
  'Email Address',
  'Suite Name',
  'Address 1',
  'Home Mailing Address',
  'Street Line',
  'Building Owner',
])('does not take “%s” for the unit', (header) => {
  expect(guessColumns([header])).not.toEqual(['unit']);
});

test.each(
  'Phone;Phone 1;Phone1;Phone 2;Phone #;Phone No.;Tel;Tel 2;Telephone;Home;Work;Cell;Mobile;Mobile #;Home #;Home No;Work #;Cell #;Home Phone;HomePhone;home_phone;H Phone;Work Phone;Phone (Work);Phone - Home;Cell/Mobile;Mobile Number;Cellular;Wireless Phone;Other Phone;Alt Phone;Alternate Phone Number;Primary Phone;Secondary Phone;Best Contact Phone;Patient Phone;Pt. Cell;Evening;Day Phone;Business Phone;HmPhone;WkPhone;Ph;Ph 2;Patient\u2019s Phone;Phone Number'.split(
    ';',
  ),
)('takes “%s” for a phone', (header) => {
  expect(guessColumns([header, 'Phone'])).toEqual(['phone', 'phone']);
});

test.each(
  'Fax;Fax Phone;Home Fax;Phone Type;Phone Ext;Extension;Preferred Phone Type;Emergency Phone;Emergency Contact Phone;Guarantor Phone;Spouse Cell;Doctor Phone;Pharmacy Phone;Referring Phone;Work Email;Home Address;Home City;Number;Contact;Day of Birth;Cell Carrier;OK to text;Office Name;Area Code;Home Area Code'.split(
    ';',
  ),
)('does not take “%s” for a phone', (header) => {
  expect(guessColumns([header])).not.toEqual(['phone']);
});

test('takes what was confirmed before over the names of headers', () => {
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
  [['lastName', 'phone', 'phone', 'address', 'address', 'unit', 'unit'], null],
  [['lastName', 'zip', 'zip'], 'Use ZIP code for one column only.'],
  [['lastName', 'unit'], 'Choose the column of the address, too: a unit alone is not an address.'],
  [['lastName', 'latitude'], 'Choose both Latitude and Longitude, or neither.'],
])('says what is wrong with %j', (columns, problem) => {
  expect(columnsProblem(columns)).toBe(problem);
});

test.each([
  [['First Name', 'Phone 1', 'Zip', '2026 production', ''], false],
  // a number alone is no date
  [['Name', '45658', '20260301'], false],
  [['Ann', 'Lee', '(303) 555-0101'], true],
  [['Ann', 'Lee', '', '3/1/2026'], true],
])('tells whether the first row %j is a patient', (headers, isPatient) => {
  expect(looksLikePatient(headers)).toBe(isPatient);
});

test.each([
  ['March patients', 'March patients', true],
  ['March patients', ' march  Patients ', true],
  ['March patients', 'March patients 2', false],
])('compares the names “%s” and “%s”', (one, other, isSame) => {
  expect(isSameListName(one, other)).toBe(isSame);
});
