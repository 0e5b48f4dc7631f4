import { expect, test } from 'vitest';
import { tooFewCalls } from './grading.ts';

test.each([
  [0, true],
  [4, true],
  [5, false],
])('considers %i calls too few: %s', (calls, few) => {
  expect(tooFewCalls(calls)).toBe(few);
});
