import { expect, test } from 'vitest';
import { sampleSize, shareText } from './sample-size.ts';

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
