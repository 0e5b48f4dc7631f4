import { expect, test } from 'vitest';
import { removedIndex } from './brief-motion.ts';

const rows = (text: string) => text.split('');

test.each([
  ['abc', 'bc', 0],
  ['abc', 'ac', 1],
  ['abc', 'ab', 2],
  ['abc', 'bcd', 0],
  ['abc', 'abd', 2],
  ['a', '', 0],
])('after %s, a list of %s has a gap at %i', (before, after, gap) => {
  expect(removedIndex(rows(before), rows(after))).toBe(gap);
});

test.each([
  ['abc', 'abc'],
  ['abc', 'abcd'],
  ['abc', 'dabc'],
  ['abc', 'cba'],
  ['abc', 'a'],
  ['abc', 'bde'],
  ['abc', 'dbc'],
  ['', 'abc'],
  ['', ''],
])('after %s, a list of %s is another one', (before, after) => {
  expect(removedIndex(rows(before), rows(after))).toBeNull();
});
