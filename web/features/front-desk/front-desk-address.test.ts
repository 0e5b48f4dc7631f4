import { expect, test } from 'vitest';
import { leaderboardFromAddress, leaderboardToAddress, orderedBy } from './front-desk-address.ts';

test('an address that says nothing is the leaderboard as it starts', () => {
  const state = leaderboardFromAddress({});
  expect(state).toEqual({ rankedBy: 'appointments', order: { by: 'rank', dir: 'asc' } });
  expect(Object.values(leaderboardToAddress(state))).toEqual([undefined, undefined, undefined]);
});

test('what is written is read again', () => {
  const state = { rankedBy: 'conversionRate', order: { by: 'name', dir: 'desc' } } as const;
  expect(leaderboardFromAddress(leaderboardToAddress(state))).toEqual(state);
});

test('what an address says wrongly is as the leaderboard starts', () => {
  expect(leaderboardFromAddress({ rank: 'shoe size', sort: 'callDateTime', dir: 'up' })).toEqual(
    leaderboardFromAddress({}),
  );
});

test.each([
  ['rank', 'asc', 'rank', { by: 'rank', dir: 'desc' }],
  ['rank', 'desc', 'rank', { by: 'rank', dir: 'asc' }],
  ['rank', 'desc', 'name', { by: 'name', dir: 'asc' }],
  ['name', 'asc', 'name', { by: 'name', dir: 'desc' }],
  ['name', 'desc', 'rank', { by: 'rank', dir: 'asc' }],
] as const)('ordered by %s %s, pressing %s', (by, dir, pressed, next) => {
  expect(orderedBy({ by, dir }, pressed)).toEqual(next);
});
