import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxShades, shadeIndex, shadesOf } from './shades.ts';

const bounds = (values: readonly number[]) => shadesOf(values).map(({ from, to }) => [from, to]);

test.each([
  ['no zones', [], []],
  ['nothing anywhere', [0, 0], [[0, 0]]],
  ['one zone', [3.5], [[3.5, 3.5]]],
  [
    'few zones: each its own shade',
    [8, 2.5, 4],
    [
      [2.5, 2.5],
      [4, 4],
      [8, 8],
    ],
  ],
  [
    'groups of the same size',
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
      [9, 10],
    ],
  ],
  [
    'an outlier moves no other zone',
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 900],
    [
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
      [9, 900],
    ],
  ],
  [
    'zero by itself',
    [0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6],
    [
      [0, 0],
      [1, 2],
      [3, 3],
      [4, 5],
      [6, 6],
    ],
  ],
  [
    'ties stay together',
    [1, 1, 1, 1, 1, 2, 3, 4, 5, 6],
    [
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 5],
      [6, 6],
    ],
  ],
  [
    'ties at the end',
    [1, 2, 3, 9, 9, 9, 9, 9],
    [
      [1, 1],
      [2, 2],
      [3, 3],
      [9, 9],
    ],
  ],
  ['no figure', [Number.NaN, -1, 2], [[2, 2]]],
])('shades of %s', (_, values, expected) => {
  expect(bounds(values)).toEqual(expected);
});

const values = fc.array(
  fc.integer({ min: 0, max: 60 }).map((tenths) => tenths / 10),
  { minLength: 1, maxLength: 60 },
);

test('puts every value within its shade, in any order', () => {
  fc.assert(
    fc.property(values, (figures) => {
      const shades = shadesOf(figures);
      expect(shades.length).toBeLessThanOrEqual(maxShades);
      expect(shadesOf(figures.toReversed())).toEqual(shades);
      for (const value of figures) {
        const { from, to } = shades[shadeIndex(value, shades)] ?? { from: Number.NaN, to: Number.NaN };
        expect(value >= from && value <= to).toBe(true);
        expect(from === 0).toBe(value === 0);
      }
    }),
    { numRuns: 200 },
  );
});

test('uses each shade if there are enough values, and ignores the size of the largest', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: maxShades, maxLength: 40 }),
      (figures) => {
        const shades = shadesOf(figures);
        expect(shades).toHaveLength(maxShades);
        const largest = Math.max(...figures);
        const stretched = shadesOf(figures.map((value) => (value === largest ? value * 1000 : value)));
        expect(stretched.map(({ from }) => from).slice(0, -1)).toEqual(
          shades.map(({ from }) => from).slice(0, -1),
        );
      },
    ),
    { numRuns: 200 },
  );
});
