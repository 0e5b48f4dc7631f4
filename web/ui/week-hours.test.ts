import { expect, test } from 'vitest';
import { hourWords, weekdayWords } from './week-hours.ts';

test.each([
  [0, '12 AM'],
  [9, '9 AM'],
  [12, '12 PM'],
  [23, '11 PM'],
])('hour %i is %s', (hour, words) => {
  expect(hourWords(hour)).toBe(words);
});

test.each([
  [0, 'Sunday'],
  [1, 'Monday'],
  [6, 'Saturday'],
])('day %i is %s', (weekday, words) => {
  expect(weekdayWords(weekday)).toBe(words);
});
