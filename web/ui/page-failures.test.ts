import { expect, test } from 'vitest';
import { haveMostFailed } from './page-failures.tsx';

test.each([
  [0, 0, false],
  [1, 1, false],
  [2, 2, false],
  [3, 3, true],
  [3, 5, true],
  [3, 6, false],
  [10, 19, true],
  [9, 19, false],
  [19, 19, true],
])('tells %i failures of %i requests in one message: %s', (failed, total, expected) => {
  expect(haveMostFailed(failed, total)).toBe(expected);
});
