import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callerKey } from './caller-key.ts';
import {
  formatPhone,
  isWithheldNumber,
  normalizePhone,
  numberOfAddress,
  phonePattern,
  readPhone,
} from './phone.ts';

test.each([
  ['5551234567', '+15551234567'],
  ['(555) 123-4567', '+15551234567'],
  ['1 555 123 4567', '+15551234567'],
  ['+1 555 123 4567', '+15551234567'],
  ['44 20 7946 0018', '+442079460018'],
  ['+4930123456', '+4930123456'],
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
  'accepts %j as a phone number',
  (text) => {
    expect(phonePattern.test(text)).toBe(true);
  },
);

test.each(['', '555', '555-123', 'abc-def-ghij', '555-123-4567 ext 9'])(
  'rejects %j as a phone number',
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

test('changes only punctuation, and nothing when repeated', () => {
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

test('keeps a normalized number', () => {
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
  ['+4930123456', '+4930123456'],
  ['+49 30 123456', '+4930123456'],
  ['+49 (1511) 2345-678 90', '+491511234567890'],
  ['sip:+13035550110@192.0.2.7;user=phone', '+13035550110'],
  ['SIPS:3035550110@carrier.example', '+13035550110'],
  ['"Ann" <sip:+4930123456@carrier.example>;tag=1', '+4930123456'],
  ['tel:+1-303-555-0110;ext=5', '+13035550110'],
  ['sip:alice@carrier.example', null],
  ['client:alice', null],
  ['012 345 678901', null],
  ['555-1234', null],
  ['front desk', null],
  ['', null],
])('reads %j as %j', (typed, normal) => {
  expect(readPhone(typed)).toBe(normal);
});

test.each([
  ['sip:+13035550110@192.0.2.7:5060;transport=udp', '+13035550110'],
  ['sips:%2B13035550110@carrier.example', '+13035550110'],
  ['sip:3035550110:secret@carrier.example', '3035550110'],
  ['tel:+1-303-555-0110', '+1-303-555-0110'],
  ['<tel:+13035550110>', '+13035550110'],
  ['+13035550110@carrier.example', '+13035550110'],
  ['(303) 555-0110', '(303) 555-0110'],
  ['sip:alice@carrier.example', 'sip:alice@carrier.example'],
  ['client:alice', 'client:alice'],
  ['', ''],
])('the number of the address %j is %j', (address, number) => {
  expect(numberOfAddress(address)).toBe(number);
});

const keypad = 'abc def ghi jkl mno pqrs tuv wxyz'.split(' ');
const onKeypad = (word: string) =>
  Array.from(word, (letter) => 2 + keypad.findIndex((letters) => letters.includes(letter))).join('');

describe.each(['anonymous', 'restricted', 'unavailable', 'private', 'blocked', 'payphone', 'unknown'])(
  'treats the word %s as withheld',
  (word) => {
    const keyed = onKeypad(word);
    const middle = keyed.slice(3, -4);
    test.each([
      word,
      word.toUpperCase(),
      ` ${word} `,
      `${word}@anonymous.invalid`,
      `sip:${word}@anonymous.invalid`,
      `"${word}" <sip:${word}@anonymous.invalid>;tag=1928301774`,
      `<${word}>`,
      keyed,
      `+${keyed}`,
      `1${keyed}`,
      `+1${keyed}`,
      `+1 ${keyed.slice(0, 3)}-${middle}${keyed.slice(-4)}`,
      `(${keyed.slice(0, 3)}) ${middle}${keyed.slice(-4)}`,
      `${keyed}@192.0.2.7`,
      `+${keyed}@sip.carrier.example`,
      `sip:+${keyed}@192.0.2.7:5060;user=phone`,
      `SIPS:${keyed}@carrier.example`,
      `tel:+${keyed}`,
    ])('is a withheld number as %j', (number) => {
      expect([isWithheldNumber(number), callerKey(number), readPhone(number)]).toEqual([true, null, null]);
    });
  },
);

test.each([
  'Private Number',
  'Unknown Caller',
  'NO CALLER ID',
  'no-caller-id',
  'Out of area',
  'Not available',
  'number withheld',
  'Pay Phone',
  '0',
  '000-000-0000',
  '+10000000000',
  '+464',
  '+7378742883',
])('%j is a withheld number', (number) => {
  expect([isWithheldNumber(number), callerKey(number), readPhone(number)]).toEqual([true, null, null]);
});

test.each([
  '+13035550101',
  '737-874-2834',
  '+1 266 696 6870',
  '+26669668',
  '+44 7748 483000',
  '303 774 8483',
  '+72974663000',
  '"Unknown" <sip:+13035550101@carrier.example>',
  'sip:+13035550101@anonymous.invalid',
  '100',
  '',
  '@',
  'Front desk',
  'Unknown 303',
])('%j is no withheld number', (number) => {
  expect(isWithheldNumber(number)).toBe(false);
});
