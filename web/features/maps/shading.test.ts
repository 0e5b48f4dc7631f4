import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shadeCount, shadeLimits, shadeOf, shadeText } from './shading.ts';

test.each([
  [[], [0]],
  [[0, 0], [0]],
  [
    [1, 4.2],
    [0, 1, 2, 3, 4],
  ],
  [
    [0, 10],
    [0, 2, 4, 6, 8],
  ],
  [[0.2], [0, 0.1, 0.2]],
  [
    [12, 3, 7.5],
    [0, 2.5, 5, 7.5, 10],
  ],
])('the shades of %o begin at %o', (values, limits) => {
  expect(shadeLimits(values)).toEqual(limits);
});

test('a value has the shade of its range', () => {
  const limits = [0, 2, 4, 6, 8];
  expect([0, 1.9, 2, 7.9, 8, 100].map((value) => shadeOf(value, limits))).toEqual([0, 0, 1, 3, 4, 4]);
});

test('the legend names each range', () => {
  const limits = [0, 2.5, 5];
  expect(limits.map((_, index) => shadeText(index, limits))).toEqual([
    'less than 2.5',
    '2.5 to 5',
    '5 or more',
  ]);
  expect(shadeText(0, [0])).toBe('0');
});

test('there are at most five shades, and the largest value has the last one', () => {
  const values = fc.array(
    fc.integer({ min: 0, max: 100_000 }).map((tenths) => tenths / 10),
    {
      minLength: 1,
    },
  );
  fc.assert(
    fc.property(values, (figures) => {
      const limits = shadeLimits(figures);
      expect(limits.length).toBeLessThanOrEqual(shadeCount);
      expect(shadeOf(Math.max(...figures), limits)).toBe(limits.length - 1);
    }),
    { numRuns: 200 },
  );
});
