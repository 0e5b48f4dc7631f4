import { expect, test } from 'vitest';
import { tooFewCalls } from './grade-words.ts';

test.each([
  [0, true],
  [4, true],
  [5, false],
])('%i calls are too few: %s', (calls, few) => {
  expect(tooFewCalls(calls)).toBe(few);
});
