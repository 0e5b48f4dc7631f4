import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answeredByShown, callerCut, callerShown, capitaliseWords, clockTime } from './caller.ts';

test.each([
  ['SMITH JOHN', 'Smith John'],
  ["o'brien mary-ann", "O'Brien Mary-Ann"],
  ['wireless caller', 'Wireless Caller'],
])('capitalises %j as %j', (text, shown) => {
  expect(capitaliseWords(text)).toBe(shown);
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
])('caller shown: %s', (_, call, shown) => {
  expect(callerShown({ ...nobody, ...call })).toBe(shown);
});

test.each([
  ['', '---'],
  ['Twelve chars', 'Twelve chars'],
  ['Thirteen char', 'Thirteen cha…'],
])('caller %j is cut to %j', (caller, shown) => {
  expect(callerCut(caller)).toBe(shown);
});

test.each([
  [{ handlerName: 'Dana', callAnsweredBy: 'Staff' }, 'Dana'],
  [{ handlerName: null, callAnsweredBy: 'Staff' }, 'Staff'],
  [{ handlerName: null, callAnsweredBy: 'Voicemail' }, 'Voicemail'],
  [{ handlerName: null, callAnsweredBy: null }, ''],
])('answered by %j', (call, shown) => {
  expect(answeredByShown(call)).toBe(shown);
});

test.each([
  [0, '0:00'],
  [59.9, '0:59'],
  [61, '1:01'],
  [3661, '1:01:01'],
  [-3, '0:00'],
])('%d seconds are %j', (seconds, shown) => {
  expect(clockTime(seconds)).toBe(shown);
});

const words = fc.stringMatching(/^[A-Za-z '.-]{0,24}$/);
const name = fc.option(fc.oneof(words, fc.constantFrom('', ' ')), { nil: null });

test('a caller is the first that is known of name, caller ID and number', () => {
  fc.assert(
    fc.property(name, name, name, (callerName, callerIdName, callerPhoneNumber) => {
      const shown = callerShown({ callerName, callerIdName, callerPhoneNumber });
      if (callerName?.trim()) expect(shown).toBe(callerName.trim());
      else if (callerIdName?.trim()) expect(shown.toLowerCase()).toBe(callerIdName.trim().toLowerCase());
      else expect(shown).toBe(callerPhoneNumber?.trim() ?? '');
    }),
  );
});

test('capitalising words changes the case of letters alone, and again changes nothing', () => {
  fc.assert(
    fc.property(words, (text) => {
      const capitalised = capitaliseWords(text);
      expect(capitalised.toLowerCase()).toBe(text.toLowerCase());
      expect(capitaliseWords(capitalised)).toBe(capitalised);
    }),
  );
});

test('a caller that is cut begins as the whole one and is never longer than 13 characters', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (caller) => {
      const shown = callerCut(caller);
      expect(Array.from(shown).length).toBeLessThanOrEqual(13);
      if (shown !== caller)
        expect([shown.endsWith('…'), caller.startsWith(shown.slice(0, -1).trimEnd())]).toEqual([true, true]);
    }),
  );
});
