import { expect, test } from 'vitest';
import { axisTicks } from './axis-ticks.ts';

test.each<[largest: number, ticks: number[]]>([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [10, [0, 5, 10]],
  [40, [0, 10, 20, 30, 40]],
  [41, [0, 20, 40, 60]],
  [99, [0, 25, 50, 75, 100]],
  [1234, [0, 500, 1000, 1500]],
  [13_480, [0, 5000, 10_000, 15_000]],
])('the axis of counts up to %i has lines at %j', (largest, ticks) => {
  expect(axisTicks(largest)).toEqual(ticks);
});
