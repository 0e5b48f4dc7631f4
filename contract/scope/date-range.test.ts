import { expect, test } from 'vitest';
import { instantsOf, customDateRange, dateRangeOfPreset } from './date-range.ts';

const now = new Date('2026-03-18T23:30:00.000Z');

test.each([
  ['all', '2018-01-01', '2026-03-18'],
  ['day', '2026-03-18', '2026-03-18'],
  ['week', '2026-03-15', '2026-03-21'],
  ['month', '2026-03-01', '2026-03-31'],
  ['year', '2026-01-01', '2026-12-31'],
] as const)('%s runs from %s to %s', (preset, startDate, endDate) => {
  expect(dateRangeOfPreset(preset, now)).toEqual({ startDate, endDate });
});

test('handles a week across the new year and a leap February', () => {
  expect(dateRangeOfPreset('week', new Date('2027-01-01T00:00:00.000Z'))).toEqual({
    startDate: '2026-12-27',
    endDate: '2027-01-02',
  });
  expect(dateRangeOfPreset('month', new Date('2028-02-10T00:00:00.000Z'))).toEqual({
    startDate: '2028-02-01',
    endDate: '2028-02-29',
  });
});

test.each([
  ['2026-01-02', undefined, '2026-01-02', '2026-01-02'],
  ['2026-01-02', '2026-02-03', '2026-01-02', '2026-02-03'],
  ['2026-02-03', '2026-01-02', '2026-01-02', '2026-02-03'],
])('choosing %s and %s means %s to %s', (start, end, startDate, endDate) => {
  expect(customDateRange(start, end)).toEqual({ startDate, endDate });
});

test("covers the range's UTC days completely", () => {
  expect(instantsOf({ startDate: '2026-03-01', endDate: '2026-03-02' })).toEqual({
    from: new Date('2026-03-01T00:00:00.000Z'),
    to: new Date('2026-03-02T23:59:59.999Z'),
  });
});
