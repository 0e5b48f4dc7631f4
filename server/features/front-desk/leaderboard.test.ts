import { expect, test } from 'vitest';
import { sumOfCounts } from '../figures/index.ts';
import { presentLeaderboard } from './leaderboard.ts';

const member = (name: string, opportunities: number, appointments: number) => ({
  ...sumOfCounts([]),
  handler_id: name,
  handler_name: name,
  staff_type: 'Front Desk',
  account_id: 'own',
  account_name: 'Own',
  calls: opportunities,
  opportunities,
  appointments,
});
const ranking = (rows: ReturnType<typeof member>[], converting = false) =>
  presentLeaderboard(rows, { sortBy: 'conversionRate', sort: 'rank', dir: 'asc', converting }, null);
const leaderOf = (...rows: ReturnType<typeof member>[]) => ranking(rows, true).leader;

test.each([
  [25, 'Bea'],
  [20, 'Bea'],
  [19, undefined],
  [6, undefined],
])('whoever has %i opportunity calls leads those with fewer than 20: %s', (opportunities, name) => {
  const rows = [member('Amy', 6, 6), member('Zoe', 19, 18), member('Bea', opportunities, 5)];
  expect(leaderOf(...rows)?.name).toBe(name);
});

test('the highest rate leads among several with enough calls, and no one leads without a conversion', () => {
  expect(leaderOf(member('Amy', 25, 10), member('Bea', 40, 20))?.name).toBe('Bea');
  expect(leaderOf(member('Amy', 25, 0))).toBeNull();
});

test('ranks by exact shares: rates that are displayed alike are not equal, shares of different numbers can be', () => {
  const rows = [
    member('Amy', 1000, 996),
    member('Bea', 1000, 997),
    member('Cal', 30, 10),
    member('Dee', 60, 20),
    member('Eve', 10, 14),
    member('Flo', 10, 12),
    member('Gus', 0, 0),
  ];
  expect(
    ranking(rows).records.map(({ name, rank, tied, conversionRate }) => [name, rank, tied, conversionRate]),
  ).toEqual([
    ['Eve', 1, false, 140],
    ['Flo', 2, false, 120],
    ['Bea', 3, false, 100],
    ['Amy', 4, false, 100],
    ['Cal', 5, true, 33],
    ['Dee', 5, true, 33],
    ['Gus', 7, false, 0],
  ]);
});

test.each([
  ['one', [member('Amy', 20, 20), member('Bea', 21, 20)], ['Amy'], 1],
  ['two of different numbers', [member('Amy', 20, 20), member('Bea', 45, 45)], ['Amy', 'Bea'], 2],
  ['none of few calls', [member('Amy', 20, 20), member('Bea', 19, 19)], ['Amy'], 1],
  [
    'the first three of five',
    ['Amy', 'Bea', 'Cal', 'Dee', 'Eve'].map((name) => member(name, 20, 20)),
    ['Amy', 'Bea', 'Cal'],
    5,
  ],
  ['nobody', [member('Amy', 19, 19)], [], 0],
])('%s leads', (_, rows, names, count) => {
  const { leaders, leadersCount } = ranking(rows, true);
  expect(leaders?.map(({ name }) => name)).toEqual(names);
  expect(leadersCount).toBe(count);
});
