import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  conversionRate,
  meanSeconds,
  missedRate,
  percent,
  perThousand,
  returnOnCost,
  dollarsAndCents,
  displayedConversionRate,
  thousands,
  wholeDollars,
} from './rates.ts';

test.each([
  [0, 0, 0],
  [5, 0, 0],
  [0, 7, 0],
  [1, 3, 33],
  [2, 3, 67],
  [1, 8, 13],
  [1, 200, 1],
  [1, 201, 0],
  [29, 200, 15],
  [3, 2, 150],
  [Number.NaN, 4, 0],
  [4, Number.NaN, 0],
])('percent of %d in %d is %d', (part, whole, expected) => {
  expect(percent(part, whole)).toBe(expected);
});

test.each([
  [0, 0, 0],
  [4, 0, 0],
  [0, 5000, 0],
  [12, 5000, 2.4],
  [1, 3000, 0.3],
  [1, 20_000, 0.1],
  [1, 20_001, 0],
  [7, 4000, 1.8],
  [Number.NaN, 4, 0],
])('%d of %d pieces are %d per thousand', (count, pieces, expected) => {
  expect(perThousand(count, pieces)).toBe(expected);
});

test.each([
  [14_250.4, 5400, 2.64],
  [-90, 60, -1.5],
  [0, 60, 0],
  [1, 3, 0.33],
  [14_250.4, 0, null],
])('production of %d for a cost of %d returns %s', (production, cost, expected) => {
  expect(returnOnCost(production, cost)).toBe(expected);
});

test.each([
  [2.638, '$2.64'],
  [1234.5, '$1,234.50'],
  [-0.5, '-$0.50'],
  [-0.001, '$0.00'],
])('writes %d dollars as %s', (amount, text) => {
  expect(dollarsAndCents(amount)).toBe(text);
});

test('differs from the exact share by at most half a point and rounds halves up', () => {
  fc.assert(
    fc.property(fc.nat(2_000_000), fc.integer({ min: 1, max: 2_000_000 }), (part, whole) => {
      // 2·whole·percent lies in (200·part − whole, 200·part + whole], all whole numbers
      const doubled = 2 * whole * percent(part, whole);
      expect(doubled).toBeLessThanOrEqual(200 * part + whole);
      expect(doubled).toBeGreaterThan(200 * part - whole);
    }),
  );
});

test.each([
  [0, 0, null],
  [0, 3, 0],
  [90, 3, 30],
  [61, 2, 31],
  [91, 3, 30],
  [92, 3, 31],
])('the mean of %d seconds over %d is %s', (sum, count, mean) => {
  expect(meanSeconds(sum, count)).toBe(mean);
});

test('puts a mean between minimum and maximum, within half a second of the exact one', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { minLength: 1 }), (seconds) => {
      const sum = seconds.reduce((total, one) => total + one, 0);
      const mean = meanSeconds(sum, seconds.length) as number;
      expect(mean).toBeGreaterThanOrEqual(Math.min(...seconds));
      expect(mean).toBeLessThanOrEqual(Math.max(...seconds));
      expect(Math.abs(2 * (mean * seconds.length - sum))).toBeLessThanOrEqual(seconds.length);
    }),
  );
});

test('divides missed calls by missed and opportunity calls', () => {
  expect(missedRate(25, 75)).toBe(25);
  expect(missedRate(0, 0)).toBe(0);
  expect(missedRate(3, 0)).toBe(100);
});

test('lets the conversion rate exceed 100 and caps it for display', () => {
  expect(conversionRate(12, 10)).toBe(120);
  expect(displayedConversionRate(conversionRate(12, 10))).toBe(100);
  expect(displayedConversionRate(Number.NaN)).toBe(0);
});

test.each([
  [0, '$0'],
  [1249.5, '$1,250'],
  [-90, '-$90'],
  [-1234.4, '-$1,234'],
  [-0.4, '$0'],
])('writes %d dollars as %s', (amount, text) => {
  expect(wholeDollars(amount)).toBe(text);
});

test('writes thousands separators', () => {
  expect(thousands(1234567)).toBe('1,234,567');
});
