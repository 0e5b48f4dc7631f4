import { expect, test } from 'vitest';
import { matchesOf } from './find-input.tsx';

test('finds staff by each of their names, those that begin with the typed one first', () => {
  const staff = [
    { id: '1', name: 'Anna Beale' },
    { id: '2', name: 'Beatrice Smith', aliases: ['Trixie'] },
    { id: '3', name: 'Jo Desk', aliases: ['Bea'] },
  ];
  const ids = (typed: string) => matchesOf(staff, typed).map(({ id }) => id);
  expect(ids('bea')).toEqual(['2', '3', '1']);
  expect(ids('trix')).toEqual(['2']);
  expect(ids('smith trixie')).toEqual([]);
});
