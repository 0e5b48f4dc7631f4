import { expect, test } from 'vitest';
import {
  classOfRule,
  comparableName,
  comparablePhone,
  comparableRoute,
  isPersonsName,
  lastNameOfPerson,
  lastNamesOfCaller,
  lastNamesOfCallerId,
  matchRules,
} from './patient-match.ts';

test.each([
  ["O'Brien", 'obrien'],
  ['OBRIEN', 'obrien'],
  ['Muñoz', 'munoz'],
  ['Smith-Jones', 'smithjones'],
  ['de la Cruz', 'delacruz'],
  ['Ortega Jr.', 'ortega'],
  ['Mary A.', 'mary'],
  ['J.', 'j'],
  ['Ivy', 'ivy'],
  ['II', 'ii'],
  ['  ', ''],
  [null, ''],
])('compares the name %j as %j', (name, comparable) => {
  expect(comparableName(name)).toBe(comparable);
});

test.each([
  ['Maria Lopez', ['lopez']],
  ['Maria J. Lopez III', ['lopez']],
  ['Ana de la Cruz', ['delacruz', 'lacruz', 'cruz']],
  ['Lopez, Maria', ['lopez']],
  ['Jr Lopez', ['lopez']],
  ['Maria', []],
  ['', []],
  [null, []],
])('takes from the caller %j the last names %j', (name, names) => {
  expect(lastNamesOfCaller(name)).toEqual(names);
});

test.each([
  ['LOPEZ MARIA', ['lopez', 'maria']],
  ['LOPEZ,MARIA', ['lopez']],
  ['DE LA CRUZ ANA', ['de', 'lacruzana', 'dela', 'cruzana', 'delacruz', 'ana']],
  ['LOPEZ', ['lopez']],
  ['WIRELESS CALLER', []],
  ['ASHEVILLE NC', []],
  [null, []],
])('takes from the caller ID %j the last names %j', (callerId, names) => {
  expect(lastNamesOfCallerId(callerId)).toEqual(names);
});

test.each([
  'JACKSON, MS',
  'JACKSON MS',
  'Jackson, Mississippi',
  'ASHEVILLE NC',
  'San Diego',
  'SAN DIEGO CA',
  'St Paul',
  'ST. PAUL, MN',
  'Saint Louis',
  'FT WORTH',
  'Fort Worth TX',
  'Grand Rapids',
  'VIRGINIA BEACH',
  'VIRGINIA BCH VA',
  'COLORADO SPGS',
  'RANCHO CUCAMONG',
  'N LITTLE ROCK',
  'Winston-Salem',
  'NEW YORK N Y',
  'New York',
  'Washington, D.C.',
  'WASHINGTON DC',
  'DENVER',
  'Houston',
  'Los Angeles',
  'Kansas City',
  'Portland Oregon',
  'TEXAS',
  'North Carolina',
  'TORONTO ON',
  'OREGON',
  'WIRELESS CALLER',
  'Wireless',
  'CELL PHONE   TX',
  'CELL PHONE',
  'TOLL FREE CALL',
  'TOLL-FREE',
  'V1234567890',
  'V12345678901234',
  'Out of Area',
  'OUT-OF-AREA',
  'Unknown Name',
  'UNAVAILABLE',
  'Private Caller',
  'No Name',
  'Name Unavailable',
  'VERIZON WIRELESS',
  'T-MOBILE',
  'AT&T',
  'US CELLULAR',
  'SPRINT PCS',
  'Google Voice',
  'Spam Likely',
  'SCAM LIKELY',
  'PAY PHONE',
  'Prison Call',
  'CONFERENCE CALL',
  // caller IDs have 15 characters
  'COLORADO SPRING',
  'HUNTINGTON BEAC',
  'Bright Dental LLC',
  'SMILE DENTISTRY',
  '303-555-0110',
  '+13035550110',
  '-',
  '',
  'x'.repeat(100_000),
])('%j is no person’s name and has no last name', (name) => {
  expect([isPersonsName(name), lastNamesOfCaller(name), lastNamesOfCallerId(name)]).toEqual([false, [], []]);
});

test.each([
  ['JACKSON MARIA', 'jackson'],
  ['JACKSON, MARIA', 'jackson'],
  ['Diego Santos', 'santos'],
  ['Paul Houston', 'houston'],
  ['ST JOHN MARY', 'stjohn'],
  ['WASHINGTON GEORGE', 'washington'],
  ['SMITH VIRGINIA', 'smith'],
  ['WEST MARY', 'west'],
  ['LAKE VERONICA', 'lake'],
  ['PARK JIN', 'park'],
  ['COX ANN', 'cox'],
  ['LOPEZ M A', 'lopez'],
  ['CHARLOTTE BROWN', 'brown'],
  ['MCCALL ANN', 'mccall'],
])('%j is a person’s name with the last name %s', (name, last) => {
  expect(isPersonsName(name)).toBe(true);
  expect(lastNamesOfCallerId(name)).toContain(last);
});

test.each([
  ['Lopez', 'lopez'],
  ['Jackson', 'jackson'],
  ['Unknown', ''],
  ['CALLER', ''],
  ['Wireless Caller', ''],
  ['V1234', ''],
  [null, ''],
])('compares the last name %j of a patient or an appointment as %j', (name, last) => {
  expect(lastNameOfPerson(name)).toBe(last);
});

test.each([
  ['(828) 555-0101', '+18285550101'],
  ['+4930123456', '+4930123456'],
  ['+18285550101', '+18285550101'],
  ['anonymous', null],
  ['+7378742833', null],
  ['17378742833', null],
  ['555-0101', null],
  ['0000000000000000', null],
  [null, null],
])('compares the phone number %j as %j', (phone, comparable) => {
  expect(comparablePhone(phone)).toBe(comparable);
});

test.each([
  ['28801C007', null, '28801C007'],
  ['28801-c7', null, '28801C007'],
  ['C7', '28801', '28801C007'],
  ['R012', '28801-1234', '28801R012'],
  ['C007', null, null],
  ['28801C007', '10001', '28801C007'],
  ['north', '28801', null],
  [null, '28801', null],
])('compares the carrier route %j in ZIP code %j as %j', (route, zip, comparable) => {
  expect(comparableRoute(route, zip)).toBe(comparable);
});

test('matches strongly only by phone number or both names of an appointment', () => {
  expect(matchRules.filter((rule) => classOfRule(rule) === 'strong')).toEqual([
    'callerPhone',
    'appointmentPhone',
    'appointmentName',
  ]);
});
