import { expect, test } from 'vitest';
import { gridIndex } from './grid-index.ts';

test.each([
  ['ArrowRight', 5, 6],
  ['ArrowRight', 11, 11],
  ['ArrowLeft', 6, 5],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 2, 8],
  ['ArrowDown', 8, 8],
  ['ArrowUp', 8, 2],
  ['ArrowUp', 2, 2],
  ['Home', 7, 0],
  ['End', 7, 11],
  ['Tab', 7, null],
])('%s among 12 in 6 columns moves from %i to %s', (key, index, next) => {
  expect(gridIndex(key, index, { columns: 6, count: 12 })).toBe(next);
});
