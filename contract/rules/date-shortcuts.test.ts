import { describe, expect, test } from 'vitest';
import { dateRangeOfShortcut, dateShortcuts, type DateShortcut } from './date-shortcuts.ts';

const rows: readonly [DateShortcut, now: string, startDate: string, endDate: string][] = [
  ['last-month', '2026-11-22T12:00:00.000Z', '2026-10-01', '2026-10-31'],
  ['last-month', '2027-01-01T00:00:00.000Z', '2026-12-01', '2026-12-31'],
  ['last-month', '2026-03-31T23:59:59.999Z', '2026-02-01', '2026-02-28'],
  ['last-month', '2028-03-31T00:00:00.000Z', '2028-02-01', '2028-02-29'],
  ['last-month', '2100-03-01T00:00:00.000Z', '2100-02-01', '2100-02-28'],
  ['last-30-days', '2026-11-22T12:00:00.000Z', '2026-10-24', '2026-11-22'],
  ['last-30-days', '2026-03-01T12:00:00.000Z', '2026-01-31', '2026-03-01'],
  ['last-30-days', '2028-03-01T12:00:00.000Z', '2028-02-01', '2028-03-01'],
  ['last-30-days', '2027-01-01T00:00:00.000Z', '2026-12-03', '2027-01-01'],
  ['last-quarter', '2026-11-22T12:00:00.000Z', '2026-07-01', '2026-09-30'],
  ['last-quarter', '2026-12-31T23:59:59.999Z', '2026-07-01', '2026-09-30'],
  ['last-quarter', '2027-01-01T00:00:00.000Z', '2026-10-01', '2026-12-31'],
  ['last-quarter', '2026-03-31T23:59:59.999Z', '2025-10-01', '2025-12-31'],
  ['last-quarter', '2028-04-01T00:00:00.000Z', '2028-01-01', '2028-03-31'],
  ['last-quarter', '2026-07-01T00:00:00.000Z', '2026-04-01', '2026-06-30'],
  ['last-year', '2026-11-22T12:00:00.000Z', '2025-01-01', '2025-12-31'],
  ['last-year', '2026-12-31T23:59:59.999Z', '2025-01-01', '2025-12-31'],
  ['last-year', '2027-01-01T00:00:00.000Z', '2026-01-01', '2026-12-31'],
  ['last-year', '2028-02-29T12:00:00.000Z', '2027-01-01', '2027-12-31'],
];

test.each(rows)('%s at %s runs from %s to %s', (shortcut, now, startDate, endDate) => {
  expect(dateRangeOfShortcut(shortcut, new Date(now))).toEqual({ startDate, endDate });
});

describe('uses UTC days, like the presets', () => {
  test.each([
    // evening of November 30 in Denver
    ['2026-11-30T18:30:00-07:00', '2026-11-01', '2026-11-30', '2026-11-02', '2026-12-01'],
    // evening of October 31 in New York, still October in UTC
    ['2026-10-31T19:30:00-04:00', '2026-09-01', '2026-09-30', '2026-10-02', '2026-10-31'],
    // an hour later: November in UTC
    ['2026-10-31T20:30:00-04:00', '2026-10-01', '2026-10-31', '2026-10-03', '2026-11-01'],
    // afternoon of January 1 in Auckland, still December in UTC
    ['2027-01-01T12:30:00+13:00', '2026-11-01', '2026-11-30', '2026-12-02', '2026-12-31'],
  ])('at %s', (now, monthStart, monthEnd, first, last) => {
    expect(dateRangeOfShortcut('last-month', new Date(now))).toEqual({
      startDate: monthStart,
      endDate: monthEnd,
    });
    expect(dateRangeOfShortcut('last-30-days', new Date(now))).toEqual({ startDate: first, endDate: last });
  });
});

test('orders every shortcut and ends it by today, on each day of four years', () => {
  for (let day = Date.UTC(2025, 0, 1); day < Date.UTC(2029, 0, 1); day += 86_400_000) {
    const now = new Date(day);
    for (const shortcut of dateShortcuts) {
      const { startDate, endDate } = dateRangeOfShortcut(shortcut, now);
      expect([shortcut, startDate <= endDate, endDate <= now.toISOString().slice(0, 10)]).toEqual([
        shortcut,
        true,
        true,
      ]);
    }
  }
});
