import { expect, test } from 'vitest';
import { formatPhone, normalisePhone, phonePattern, readPhone } from './phone.ts';

test.each([
  ['5551234567', '+15551234567'],
  ['(555) 123-4567', '+15551234567'],
  ['1 555 123 4567', '+15551234567'],
  ['+1 555 123 4567', '+15551234567'],
  ['44 20 7946 0018', '+442079460018'],
  ['12345', '12345'],
  ['', ''],
])('normalises %j to %j', (typed, normalised) => {
  expect(normalisePhone(typed)).toBe(normalised);
});

test.each([
  ['+15551234567', '+1 (555) 123-4567'],
  ['+1555123456', '+1555123456'],
  ['+442079460018', '+442079460018'],
  ['anonymous', 'anonymous'],
])('shows %j as %j', (stored, shown) => {
  expect(formatPhone(stored)).toBe(shown);
});

test.each(['555-123-4567', '(555) 123-4567', '+1 555 123 4567', '5551234567', '555.123.456789'])(
  '%j is a phone number',
  (text) => {
    expect(phonePattern.test(text)).toBe(true);
  },
);

test.each(['', '555', '555-123', 'abc-def-ghij', '555-123-4567 ext 9'])('%j is none', (text) => {
  expect(phonePattern.test(text)).toBe(false);
});

test.each([
  ['(555) 123-4567', '+15551234567'],
  ['+1 (555) 123-4567', '+15551234567'],
  ['+442 079 460018', '+442079460018'],
  ['012 345 678901', null],
  ['555-1234', null],
  ['front desk', null],
  ['', null],
])('reads %j as %j', (typed, normal) => {
  expect(readPhone(typed)).toBe(normal);
});
