import { expect, test } from 'vitest';
import { isMostlyUnscored, sampleSize, shareText, unscoredText } from './sample-size.ts';

test.each([
  [0, 'none'],
  [1, 'too few'],
  [4, 'too few'],
  [5, 'few'],
  [19, 'few'],
  [20, 'enough'],
  [1000, 'enough'],
])('considers %i calls %j', (calls, size) => {
  expect(sampleSize(calls)).toBe(size);
});

test.each([
  [7, 7, '7 of 7'],
  [0, 6, '0 of 6'],
  [9, 7, '9 for 7'],
  [1200, 4000, '1,200 of 4,000'],
])('writes %i and %i as %j', (part, total, text) => {
  expect(shareText(part, total)).toBe(text);
});

test.each([
  [0, 0, false],
  [0, 10, false],
  [5, 10, false],
  [6, 10, true],
  [1, 1, true],
  [1, 2, false],
  [142, 285, false],
  [143, 285, true],
  [204, 285, true],
])('with %i of %i calls not scored, a rate is left out: %j', (unscored, calls, isLeftOut) => {
  expect(isMostlyUnscored({ calls, unscored })).toBe(isLeftOut);
});

test.each([
  [204, 285, '204 of 285 calls are not scored yet'],
  [1204, 1285, '1,204 of 1,285 calls are not scored yet'],
  [1, 1, '1 of 1 call is not scored yet'],
  [2, 3, '2 of 3 calls are not scored yet'],
])('says of %i of %i calls: %s', (unscored, calls, text) => {
  expect(unscoredText({ calls, unscored })).toBe(text);
});
