import { expect, test } from 'vitest';
import { namesOfEquals, withMost } from './ties.ts';

const itself = (count: number) => count;

test.each([
  [[], []],
  [[0, 0], []],
  [[1], [1]],
  [
    [3, 1, 3],
    [3, 3],
  ],
  [[2, 5, 4], [5]],
])('of %j the most are %j', (counts, most) => {
  expect(withMost(counts, itself)).toEqual(most);
});

test.each([
  [['Ann'], 1, 'Ann'],
  [['Ann', 'Ben'], 2, 'Ann and Ben'],
  [['Ann', 'Ben', 'Cal'], 3, 'Ann, Ben and Cal'],
  [['Ann', 'Ben', 'Cal'], 4, 'Ann, Ben and 2 others'],
  [['Ann', 'Ben', 'Cal', 'Dee', 'Eve', 'Flo'], 6, 'Ann, Ben and 4 others'],
])('names %j of %i equals as %j', (names, total, text) => {
  expect(namesOfEquals(names, total)).toBe(text);
});

test('separates names that have commas by another mark', () => {
  expect(namesOfEquals(['Monday, 9 AM', 'Friday, 1 PM', 'Friday, 2 PM'], 3, ';')).toBe(
    'Monday, 9 AM; Friday, 1 PM and Friday, 2 PM',
  );
});
