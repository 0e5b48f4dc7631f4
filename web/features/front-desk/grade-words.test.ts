import { expect, test } from 'vitest';
import { bandWords, tooFewCalls } from './grade-words.ts';

test.each([
  ['staffPanel', 'A 85% and above, B 70–84%, C 30–69%, D 0–29%'],
  ['asked', 'A 86% and above, B 70–85%, C 60–69%, D 0–59%'],
  ['pricing', 'A 85% and above, B 70–84%, C 30–69%, D 0–29%'],
  ['hold', 'A 85% and above, B 70–84%, C 30–69%, D 0–29%'],
  ['holdTime', 'A up to 30 secs, B up to 1 min, C up to 2 mins, D above'],
] as const)('the bands of %s are named', (grading, words) => {
  expect(bandWords(grading)).toBe(words);
});

test.each([
  [0, true],
  [4, true],
  [5, false],
])('%i calls are too few: %s', (calls, few) => {
  expect(tooFewCalls(calls)).toBe(few);
});
