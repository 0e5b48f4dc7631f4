import { expect, test } from 'vitest';
import { canReorder, firstCharacters, isolated, withinLength, withoutIsolation } from './shown-text.ts';

const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}';
const flag = '\u{1F1FA}\u{1F1F8}';

test.each([
  ['Ann', 12, 'Ann'],
  ['Anneliese', 3, 'Ann'],
  [`A${family}B`, 2, `A${family}`],
  [`${flag}${flag}`, 1, flag],
  ['e\u0301te', 1, 'e\u0301'],
  ['\u{1F44D}\u{1F3FD}!', 1, '\u{1F44D}\u{1F3FD}'],
  ['Ann', 0, ''],
  ['', 3, ''],
])('of %j the first %i characters are %j', (text, count, expected) => {
  expect(firstCharacters(text, count)).toBe(expected);
});

test.each([
  ['Ann', 3, 'Ann'],
  ['Anne', 3, 'Ann'],
  [`A${family}`, 5, 'A'],
  [`A${family}`, 12, `A${family}`],
  ['A\u{1F44D}', 2, 'A'],
  ['e\u0301', 1, ''],
])('%j within the length of %i is %j', (text, most, expected) => {
  expect(withinLength(text, most)).toBe(expected);
});

test.each([
  ['Ann', false],
  ['Zoë Nuñez', false],
  ['李小龍', false],
  [family, false],
  ['אבי', true],
  ['علي', true],
  ['a\u202Eb', true],
  ['a\u200Fb', true],
  ['a\u2067b', true],
])('%j can reorder what is beside it: %s', (text, expected) => {
  expect(canReorder(text)).toBe(expected);
});

test.each([
  ['Ann', 'Ann'],
  ['אבי', '\u2068אבי\u2069'],
  ['a\u202Eb', '\u2068a\u202Eb\u2069'],
  // a mark that would end the isolation, and one that would swallow its end
  ['a\u2069\u202Eb', '\u2068a\u202Eb\u2069'],
  ['a\u2067b', '\u2068a\u2067b\u2069\u2069'],
  ['\u2068אבי\u2069', '\u2068אבי\u2069'],
  ['\u2068a\u2069\u202Eb\u2069', '\u2068\u2068a\u2069\u202Eb\u2069'],
])('%j is isolated as %j', (text, expected) => {
  expect(isolated(text)).toBe(expected);
  expect(isolated(isolated(text))).toBe(expected);
});

test('what is typed beside an isolated name stays', () => {
  expect(withoutIsolation(`to ${isolated('אבי')} now`)).toBe('to אבי now');
});

test.each(['Ann', 'אבי', 'a\u202Eb'])('%j comes back without its isolation', (text) => {
  expect(withoutIsolation(isolated(text))).toBe(text);
});
