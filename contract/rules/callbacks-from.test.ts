import { expect, test } from 'vitest';
import { callbacksFromProblem } from './callbacks-from.ts';

test.each([
  ['2026-03-11', null],
  ['2020-02-29', null],
  // today has this date east of UTC
  ['2026-03-12', null],
  ['2026-03-13', 'has not begun anywhere: no call of today would wait. Use 2026-03-12 at the latest'],
  ['2026-02-29', 'is not a date like 2027-03-31'],
  ['3/11/2026', 'is not a date like 2027-03-31'],
  ['', 'is not a date like 2027-03-31'],
])('callbacks from %j: %j', (text, problem) => {
  expect(callbacksFromProblem(text, new Date('2026-03-11T15:00:00Z'))).toBe(problem);
});
