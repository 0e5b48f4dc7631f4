import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answeredByText, truncatedCaller, callerText, capitalizeWords, durationText } from './caller.ts';
import { firstCharacters } from './shown-text.ts';

test.each([
  ['SMITH JOHN', 'Smith John'],
  ["o'brien mary-ann", "O'Brien Mary-Ann"],
  ['wireless caller', 'Wireless Caller'],
])('capitalizes %j as %j', (text, shown) => {
  expect(capitalizeWords(text)).toBe(shown);
});

const nobody = { callerName: null, callerIdName: null, callerPhoneNumber: null };

test.each([
  [
    'the name first',
    { callerName: 'Ann Lee', callerIdName: 'LEE A', callerPhoneNumber: '+15550001111' },
    'Ann Lee',
  ],
  ['a blank name counts as none', { callerName: '  ', callerIdName: 'LEE A' }, 'Lee A'],
  ['the number last', { callerPhoneNumber: '+15550001111' }, '+1 (555) 000-1111'],
  ['a blank number is none', { callerPhoneNumber: ' ' }, ''],
  ['nothing known', {}, ''],
])('caller text: %s', (_, call, shown) => {
  expect(callerText({ ...nobody, ...call })).toBe(shown);
});

test.each([
  ['', '---'],
  ['Twelve chars', 'Twelve chars'],
  ['Thirteen char', 'Thirteen cha…'],
  ['+1 (828) 555-0123', '+1 (828) 555-0123'],
  ['+49 30 1234567890', '+49 30 1234567890'],
  ['828.555.0123 x1234', '828.555.0123 x1234'],
  ['0044/20/7946-0958', '0044/20/7946-0958'],
  ['Office 2 of the North', 'Office 2 of …'],
  ['- - - - - - - - -', '- - - - - - …'],
  ['1'.repeat(51), '111111111111…'],
])('truncates the caller %j to %j', (caller, shown) => {
  expect(truncatedCaller(caller)).toBe(shown);
});

test.each([
  [{ handlerName: 'Dana', callAnsweredBy: 'Staff' }, 'Dana'],
  [{ handlerName: null, callAnsweredBy: 'Staff' }, 'Staff'],
  [{ handlerName: null, callAnsweredBy: 'Voicemail' }, 'Voicemail'],
  [{ handlerName: null, callAnsweredBy: null }, ''],
])('answered by %j', (call, shown) => {
  expect(answeredByText(call)).toBe(shown);
});

test.each([
  [0, '0:00'],
  [59.9, '0:59'],
  [61, '1:01'],
  [3661, '1:01:01'],
  [-3, '0:00'],
])('%d seconds are %j', (seconds, shown) => {
  expect(durationText(seconds)).toBe(shown);
});

const words = fc.stringMatching(/^[A-Za-z '.-]{0,24}$/);
const name = fc.option(fc.oneof(words, fc.constantFrom('', ' ')), { nil: null });

test('shows name, caller ID or number, whichever is known first', () => {
  fc.assert(
    fc.property(name, name, name, (callerName, callerIdName, callerPhoneNumber) => {
      const shown = callerText({ callerName, callerIdName, callerPhoneNumber });
      if (callerName?.trim()) expect(shown).toBe(callerName.trim());
      else if (callerIdName?.trim()) expect(shown.toLowerCase()).toBe(callerIdName.trim().toLowerCase());
      else expect(shown).toBe(callerPhoneNumber?.trim() ?? '');
    }),
  );
});

test('changes only the case of letters, and nothing when repeated', () => {
  fc.assert(
    fc.property(words, (text) => {
      const capitalised = capitalizeWords(text);
      expect(capitalised.toLowerCase()).toBe(text.toLowerCase());
      expect(capitalizeWords(capitalised)).toBe(capitalised);
    }),
  );
});

test('keeps the beginning of a caller and, except of numbers, at most 13 characters', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (caller) => {
      const shown = truncatedCaller(caller);
      expect(/\d/.test(shown) || firstCharacters(shown, 13) === shown).toBe(true);
      if (shown !== caller)
        expect([shown.endsWith('…'), caller.startsWith(shown.slice(0, -1).trimEnd())]).toEqual([true, true]);
    }),
  );
});

test('a truncated caller is not cut within a character', () => {
  const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}';
  expect(truncatedCaller(`Eleven char${family} and more`)).toBe(`Eleven char${family}…`);
});
