import { expect, test } from 'vitest';
import { leaderboardCounts, presentLeaderboard } from './leaderboard.ts';

/** A member of staff with an appointment on each of some opportunity calls, and none on the others. */
const member = (name: string, opportunities: number, appointments: number) => ({
  ...(Object.fromEntries(leaderboardCounts.map((count) => [count, 0])) as Record<
    (typeof leaderboardCounts)[number],
    number
  >),
  handler_id: name,
  handler_name: name,
  staff_type: 'Front Desk',
  account_id: 'own',
  account_name: 'Own',
  calls: opportunities,
  opportunities,
  appointments,
});
const leaderOf = (...rows: ReturnType<typeof member>[]) =>
  presentLeaderboard(rows, { sortBy: 'conversionRate', sort: 'rank', dir: 'asc', converting: true }, null)
    .leader;

test.each([
  [25, 'Bea'],
  [20, 'Bea'],
  [19, undefined],
  [6, undefined],
])('whoever has %i opportunity calls leads those with fewer than 20: %s', (opportunities, name) => {
  const rows = [member('Amy', 6, 6), member('Zoe', 19, 18), member('Bea', opportunities, 5)];
  expect(leaderOf(...rows)?.name).toBe(name);
});

test('of several with enough calls the highest rate leads, and nobody without a conversion', () => {
  expect(leaderOf(member('Amy', 25, 10), member('Bea', 40, 20))?.name).toBe('Bea');
  expect(leaderOf(member('Amy', 25, 0))).toBeNull();
});
