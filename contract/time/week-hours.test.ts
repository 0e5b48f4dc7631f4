import { expect, test } from 'vitest';
import { hourText, weekdayText } from './week-hours.ts';

test.each([
  [0, '12 AM'],
  [9, '9 AM'],
  [12, '12 PM'],
  [23, '11 PM'],
])('hour %i is %s', (hour, words) => {
  expect(hourText(hour)).toBe(words);
});

test.each([
  [0, 'Sunday'],
  [1, 'Monday'],
  [6, 'Saturday'],
])('day %i is %s', (weekday, words) => {
  expect(weekdayText(weekday)).toBe(words);
});
