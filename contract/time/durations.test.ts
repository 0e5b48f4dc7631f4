import { expect, test } from 'vitest';
import { days, hours, minutes, seconds } from './durations.ts';

test('converts durations to milliseconds', () => {
  expect([seconds(1), minutes(1), hours(1), days(1)]).toEqual([1_000, 60_000, 3_600_000, 86_400_000]);
  expect([seconds(0.25), minutes(1.5), hours(-2), days(400)]).toEqual([
    250, 90_000, -7_200_000, 34_560_000_000,
  ]);
});
