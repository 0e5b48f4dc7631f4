import { expect, test } from 'vitest';
import { bandWords, tooFewCalls } from './grade-words.ts';

test('the bands of a card are named in one line', () => {
  expect(bandWords('asked')).toBe('A 86% and above, B 70 – 85%, C 60 – 69%, D 0 – 59%');
  expect(bandWords('hold time')).toBe('A up to 30 secs, B up to 1 min, C up to 2 mins, D longer');
});

test.each([
  [0, true],
  [4, true],
  [5, false],
])('%i calls are too few: %s', (calls, few) => {
  expect(tooFewCalls(calls)).toBe(few);
});
