import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPhone, normalizePhone, phonePattern, readPhone } from './phone.ts';

test.each([
  ['5551234567', '+15551234567'],
  ['(555) 123-4567', '+15551234567'],
  ['1 555 123 4567', '+15551234567'],
  ['+1 555 123 4567', '+15551234567'],
  ['44 20 7946 0018', '+442079460018'],
  ['12345', '12345'],
  ['', ''],
])('normalizes %j to %j', (typed, normalised) => {
  expect(normalizePhone(typed)).toBe(normalised);
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

test.each(['', '555', '555-123', 'abc-def-ghij', '555-123-4567 ext 9'])(
  '%j is not a phone number',
  (text) => {
    expect(phonePattern.test(text)).toBe(false);
  },
);

const digits = (from: number, to: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: from, maxLength: to }).map((list) => list.join(''));

test('shows all digits of a ten-digit number in order, in any typed format', () => {
  fc.assert(
    fc.property(digits(10, 10), fc.constantFrom('', ' ', '-', '.'), (number, separator) => {
      const typed = [number.slice(0, 3), number.slice(3, 6), number.slice(6)].join(separator);
      const shown = formatPhone(normalizePhone(typed));
      expect(shown).toMatch(/^\+1 \(\d{3}\) \d{3}-\d{4}$/);
      expect(shown.replace(/\D/g, '')).toBe(`1${number}`);
    }),
  );
});

test('formatting changes only the punctuation, and repeating it changes nothing', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        digits(0, 15).map((number) => `+${number}`),
      ),
      (stored) => {
        const shown = formatPhone(stored);
        expect(shown.replace(/\D/g, '')).toBe(stored.replace(/\D/g, ''));
        expect(formatPhone(shown)).toBe(shown);
      },
    ),
  );
});

test('a normalized number does not change', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), digits(10, 15)), (typed) => {
      const once = normalizePhone(typed);
      expect(normalizePhone(once)).toBe(once);
    }),
  );
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
