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
