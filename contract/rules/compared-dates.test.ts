import { expect, test } from 'vitest';
import { comparedDays } from './compared-dates.ts';
import { countDays } from '../time/periods.ts';

const today = new Date('2026-03-18T23:30:00.000Z');

test.each([
  ['a day', '2026-03-18', '2026-03-18', '2026-03-17', '2026-03-17'],
  ['a week under way', '2026-03-15', '2026-03-21', '2026-03-08', '2026-03-11'],
  ['a month under way', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-18'],
  ['a year under way', '2026-01-01', '2026-12-31', '2025-01-01', '2025-03-18'],
  ['a whole week', '2026-03-08', '2026-03-14', '2026-03-01', '2026-03-07'],
  ['a whole month', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['a whole quarter', '2025-10-01', '2025-12-31', '2025-07-01', '2025-09-30'],
  ['a whole year', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
  ['thirty days', '2026-02-17', '2026-03-18', '2026-01-18', '2026-02-16'],
  ['chosen days', '2026-01-05', '2026-01-09', '2025-12-31', '2026-01-04'],
  ['chosen days that are not over', '2026-03-17', '2026-04-30', '2026-03-15', '2026-03-16'],
])('%s is compared with the period before', (_, startDate, endDate, from, to) => {
  expect(comparedDays({ startDate, endDate }, today, 'before')).toEqual({ startDate: from, endDate: to });
});

test('compares a long unfinished month with as many days directly before', () => {
  const month = { startDate: '2026-03-01', endDate: '2026-03-31' };
  const compared = comparedDays(month, new Date('2026-03-30T12:00:00.000Z'), 'before');
  expect(compared).toEqual({ startDate: '2026-01-30', endDate: '2026-02-28' });
});

test.each([
  ['2026-03-18', '2026-03-18', '2025-03-19', '2025-03-19'],
  ['2026-03-15', '2026-03-21', '2025-03-16', '2025-03-19'],
  ['2026-02-01', '2026-02-28', '2025-02-02', '2025-03-01'],
])('%s to %s has the same weekdays a year ago', (startDate, endDate, from, to) => {
  expect(comparedDays({ startDate, endDate }, today, 'year-ago')).toEqual({ startDate: from, endDate: to });
  expect(new Date(startDate).getUTCDay()).toBe(new Date(from).getUTCDay());
});

test('compares unfinished days with as many', () => {
  for (const [startDate, endDate] of [
    ['2026-03-15', '2026-03-21'],
    ['2026-03-01', '2026-03-31'],
    ['2026-01-01', '2026-12-31'],
    ['2026-03-10', '2026-05-01'],
  ] as const)
    for (const comparison of ['before', 'year-ago'] as const) {
      const compared = comparedDays({ startDate, endDate }, today, comparison);
      expect(compared && countDays(compared)).toBe(countDays({ startDate, endDate: '2026-03-18' }));
    }
});

test('compares dates in the future with nothing', () => {
  expect(comparedDays({ startDate: '2026-03-19', endDate: '2026-03-20' }, today, 'before')).toBeNull();
});

test('uses the newest day if offices have different days', () => {
  const days = { startDate: '2026-03-17', endDate: '2026-03-18' };
  expect(comparedDays(days, days, 'before')).toEqual({ startDate: '2026-03-15', endDate: '2026-03-16' });
});
