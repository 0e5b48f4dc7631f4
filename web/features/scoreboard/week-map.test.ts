import type { CallsOfWeekHour } from '@mailcall/contract/scoreboard.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellText, gridOf, weekPeakText, weekTotals } from './week-map.ts';

const cell = (weekday: number, hour: number, calls: number, missed = 0, unscored = 0): CallsOfWeekHour => ({
  weekday,
  hour,
  calls,
  missed,
  unscored,
});

describe('the grid', () => {
  test('has office hours even without calls, extended to all hours with calls', () => {
    expect(gridOf({ cells: [] }).hours).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
    const { hours } = gridOf({ cells: [cell(1, 6, 1), cell(3, 22, 2)] });
    expect([hours[0], hours.at(-1), hours.length]).toEqual([6, 22, 17]);
  });

  test('computes each cell’s missed share and its heat relative to the busiest', () => {
    const { days } = gridOf({ cells: [cell(1, 8, 8, 1), cell(6, 17, 2, 2)] });
    expect(days[1]?.[0]).toEqual({ ...cell(1, 8, 8, 1), share: 13, heat: 1 });
    expect(days[6]?.at(-1)).toEqual({ ...cell(6, 17, 2, 2), share: 100, heat: 0.25 });
    expect(days[0]?.[0]).toEqual({ ...cell(0, 8, 0), share: 0, heat: 0 });
  });

  test('keeps the totals of any cells', () => {
    const cells = fc.uniqueArray(
      fc.record({
        weekday: fc.nat(6),
        hour: fc.nat(23),
        calls: fc.integer({ min: 1, max: 5000 }),
        missed: fc.nat(5000),
        unscored: fc.nat(5000),
      }),
      { selector: ({ weekday, hour }) => weekday * 24 + hour },
    );
    fc.assert(
      fc.property(cells, (generated) => {
        const found = generated.map((one) => ({ ...one, missed: Math.min(one.missed, one.calls) }));
        const { days, hours } = gridOf({ cells: found });
        expect(days.every((day) => day.length === hours.length)).toBe(true);
        expect(weekTotals({ cells: days.flat() })).toEqual(weekTotals({ cells: found }));
        for (const { heat, share } of days.flat()) {
          expect(heat).toBeGreaterThanOrEqual(0);
          expect(heat).toBeLessThanOrEqual(1);
          expect(share).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});

test.each<[CallsOfWeekHour, string]>([
  [cell(1, 9, 34, 6), 'Monday, 9 AM: 34 calls, 6 missed (18%)'],
  [cell(0, 0, 1, 0), 'Sunday, 12 AM: 1 call, 0 missed'],
  [cell(6, 13, 1234, 617), 'Saturday, 1 PM: 1,234 calls, 617 missed (50%)'],
  [cell(3, 8, 4, 4), 'Wednesday, 8 AM: 4 calls, 4 missed'],
  [cell(3, 8, 5, 5), 'Wednesday, 8 AM: 5 calls, 5 missed (100%)'],
  [cell(3, 8, 34, 6, 17), 'Wednesday, 8 AM: 34 calls, 6 missed (18%)'],
  [cell(3, 8, 34, 6, 18), 'Wednesday, 8 AM: 34 calls, 6 missed, 18 not scored yet'],
  [cell(2, 12, 0), 'Tuesday, 12 PM: no calls'],
])('describes %j as %j', (described, text) => {
  expect(cellText(described)).toBe(text);
});

test.each<[CallsOfWeekHour[], string | null]>([
  [[], null],
  [[cell(1, 9, 1)], 'Busiest on Monday, 9 AM (1 call), none missed'],
  [
    [cell(1, 9, 30, 2), cell(5, 12, 10, 8)],
    'Busiest on Monday, 9 AM (30 calls), most missed on Friday, 12 PM (8 of 10)',
  ],
  [
    [cell(1, 9, 10, 2), cell(5, 12, 10, 2)],
    'Busiest on Monday, 9 AM and Friday, 12 PM (10 calls each), most missed on Monday, 9 AM and Friday, 12 PM (2 each)',
  ],
  [
    [cell(1, 9, 70, 9), cell(5, 15, 215, 12, 204)],
    'Busiest on Friday, 3 PM (215 calls). 204 of 285 calls are not scored yet',
  ],
  [
    [cell(1, 9, 70, 9), cell(5, 15, 30, 12, 16)],
    'Busiest on Monday, 9 AM (70 calls), most missed on Friday, 3 PM (12)',
  ],
  [[cell(1, 9, 3, 0, 3)], 'Busiest on Monday, 9 AM (3 calls). 3 of 3 calls are not scored yet'],
  [[cell(1, 9, 20, 8, 10)], 'Busiest on Monday, 9 AM (20 calls), most missed on Monday, 9 AM (8 of 20)'],
])('summarizes %j', (cells, text) => {
  expect(weekPeakText({ cells })).toBe(text);
});
