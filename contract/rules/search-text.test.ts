import { expect, test } from 'vitest';
import { searchedCharacters, searchedText } from './search-text.ts';

test.each([
  ['(555) 123-4567', '5551234567'],
  ['+1 555.123.4567', '15551234567'],
  ['Maria  López', 'Maria López'],
  ["O'Brien", 'OBrien'],
  ['  smith ', 'smith'],
  ['50% off', '50off'],
  ['%_*', ''],
  ['', ''],
])('looks for %j as %j', (typed, searched) => {
  expect(searchedText(typed)).toBe(searched);
});

test.each([
  ["O'Brien", ['O', 'B', 'r', 'i', 'e', 'n']],
  ['a 1', ['a', '1']],
  ['Lo\u0301', ['L', 'ó']],
  ['%_', []],
])('finds %j by %j', (typed, characters) => {
  expect(searchedCharacters(typed)).toEqual(characters);
});
