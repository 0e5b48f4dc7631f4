import { expect, test } from 'vitest';
import { addDays, countDays, lengthFor, lengthsFor, maxPeriods, periodOf, periodsOf } from './periods.ts';

test.each([
  ['2026-03-18', 'day', '2026-03-18', '2026-03-18'],
  ['2026-03-18', 'week', '2026-03-15', '2026-03-21'],
  ['2026-03-15', 'week', '2026-03-15', '2026-03-21'],
  ['2027-01-01', 'week', '2026-12-27', '2027-01-02'],
  ['2026-03-31', 'month', '2026-03-01', '2026-03-31'],
  ['2028-02-10', 'month', '2028-02-01', '2028-02-29'],
  ['2026-12-31', 'month', '2026-12-01', '2026-12-31'],
] as const)('%s is in the %s from %s to %s', (day, length, startDate, endDate) => {
  expect(periodOf(day, length)).toEqual({ startDate, endDate });
});

test('limits the first and last period to days of the range', () => {
  const range = { startDate: '2026-01-30', endDate: '2026-02-10' };
  expect(periodsOf(range, 'month')).toEqual([
    { startDate: '2026-01-30', endDate: '2026-01-31' },
    { startDate: '2026-02-01', endDate: '2026-02-10' },
  ]);
  expect(periodsOf(range, 'week')).toEqual([
    { startDate: '2026-01-30', endDate: '2026-01-31' },
    { startDate: '2026-02-01', endDate: '2026-02-07' },
    { startDate: '2026-02-08', endDate: '2026-02-10' },
  ]);
  expect(periodsOf(range, 'day')).toHaveLength(countDays(range));
});

test.each([
  [1, undefined, 'day'],
  [31, undefined, 'day'],
  [32, undefined, 'week'],
  [190, undefined, 'week'],
  [191, undefined, 'month'],
  [3650, undefined, 'month'],
  [31, 'month', 'month'],
  [maxPeriods, 'day', 'day'],
  [maxPeriods + 1, 'day', 'week'],
  [3650, 'week', 'month'],
  [31, 'decade', 'day'],
])('%i days with %s chosen are displayed by %s', (days, chosen, length) => {
  const range = { startDate: '2026-01-01', endDate: addDays('2026-01-01', days - 1) };
  expect(lengthFor(range, chosen)).toBe(length);
});

test('allows every length that is not too short for a range', () => {
  const days = (count: number) => ({ startDate: '2026-01-01', endDate: addDays('2026-01-01', count - 1) });
  expect(lengthsFor(days(maxPeriods))).toEqual(['day', 'week', 'month']);
  expect(lengthsFor(days(maxPeriods + 1))).toEqual(['week', 'month']);
  expect(lengthsFor(days(3650))).toEqual(['month']);
  for (const count of [1, 120, 121, 800, 840])
    for (const length of lengthsFor(days(count)))
      if (length !== 'month') expect(periodsOf(days(count), length).length).toBeLessThanOrEqual(maxPeriods);
});
