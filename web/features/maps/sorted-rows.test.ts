import { expect, test } from 'vitest';
import { sortedRows } from './sorted-rows.ts';

const rows = [
  { id: 'a', name: 'Zone 10', leads: 5 },
  { id: 'b', name: 'zone 9', leads: null },
  { id: 'c', name: 'Ábaco', leads: 30 },
  { id: 'd', name: 'Zone 10', leads: 5 },
];

test.each([
  ['name', 'asc', 'cbad'],
  ['name', 'desc', 'adbc'],
  ['leads', 'asc', 'adcb'],
  ['leads', 'desc', 'cadb'],
] as const)('sorts by %s, %s', (field, dir, order) => {
  const sorted = sortedRows(rows, (row) => row[field], dir);
  expect(sorted.map(({ id }) => id).join('')).toBe(order);
});
