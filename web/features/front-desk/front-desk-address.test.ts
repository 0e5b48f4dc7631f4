import { expect, test } from 'vitest';
import { leaderboardFromAddress, leaderboardToAddress, toggleOrder } from './front-desk-address.ts';

test('reads an empty URL as the default leaderboard', () => {
  const state = leaderboardFromAddress({});
  expect(state).toEqual({ rankedBy: 'appointments', order: { by: 'rank', dir: 'asc' }, page: 1 });
  expect(Object.values(leaderboardToAddress(state)).filter(Boolean)).toEqual([]);
});

test('reads back what it writes', () => {
  const state = { rankedBy: 'conversionRate', order: { by: 'name', dir: 'desc' }, page: 3 } as const;
  expect(leaderboardFromAddress(leaderboardToAddress(state))).toEqual(state);
});

test('reads invalid values as defaults', () => {
  expect(
    leaderboardFromAddress({ rank: 'shoe size', sort: 'callDateTime', dir: 'up', staffPage: '0' }),
  ).toEqual(leaderboardFromAddress({}));
});

test.each([
  ['rank', 'asc', 'rank', { by: 'rank', dir: 'desc' }],
  ['rank', 'desc', 'rank', { by: 'rank', dir: 'asc' }],
  ['rank', 'asc', 'name', { by: 'name', dir: 'asc' }],
  ['rank', 'desc', 'name', { by: 'name', dir: 'asc' }],
  ['name', 'asc', 'name', { by: 'name', dir: 'desc' }],
  ['name', 'desc', 'rank', { by: 'rank', dir: 'asc' }],
] as const)('toggles the order %s %s by a press on %s', (by, dir, pressed, next) => {
  expect(toggleOrder({ by, dir }, pressed)).toEqual(next);
});
