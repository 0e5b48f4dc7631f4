import { expect, test } from 'vitest';
import { sortedRows, sortingAfterPress } from './sorted-rows.ts';

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

test.each([
  ['leads', 'desc', 'name asc', 'leads desc'],
  ['leads', 'desc', 'leads desc', 'leads asc'],
  ['leads', 'desc', 'leads asc', 'leads desc'],
  ['name', 'asc', 'leads desc', 'name asc'],
  ['name', 'asc', 'name asc', 'name desc'],
] as const)('a press on %s, %s first, after %s sorts by %s', (key, firstDir, before, after) => {
  const [field = '', dir] = before.split(' ');
  const next = sortingAfterPress({ key, firstDir }, { key: field, dir: dir === 'desc' ? 'desc' : 'asc' });
  expect(`${next.key} ${next.dir}`).toBe(after);
});
