import { expect, test } from 'vitest';
import { isSilent } from './silence.ts';

const now = new Date('2026-03-31T12:00:00Z');
const daysAgo = (count: number) => new Date(now.getTime() - count * 86_400_000);

test.each<[calls: number, silentDays: number, silent: boolean]>([
  // ten a day: a weekend and a holiday are usual
  [280, 2.9, false],
  [280, 3.1, true],
  // one a day
  [28, 4.5, false],
  [28, 4.7, true],
  // two a week
  [8, 16, false],
  [8, 16.2, true],
  // one a week: a month and more
  [4, 32, false],
  [4, 33, true],
  // too rare to say
  [3, 50, false],
  [0, 50, false],
  // not used any more
  [280, 60, true],
  [280, 60.1, false],
])('with %i calls in 28 days, %d days without one are silence: %s', (calls, silentDays, silent) => {
  expect(isSilent({ calls, lastCallAt: daysAgo(silentDays) }, now)).toBe(silent);
});
