import { expect, test } from 'vitest';
import {
  classOfRule,
  comparableName,
  comparablePhone,
  comparableRoute,
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
  ['(828) 555-0101', '+18285550101'],
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
