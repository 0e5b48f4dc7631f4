import { expect, test } from 'vitest';
import { deliveryDay, hasStory } from './delivery-day.ts';
import { halfOfCalls, median, storyPoints, usualOf, usualResponse, wholeDaysSince } from './mailing-story.ts';

test.each([
  ['2026-03-04', '2026-03-02', { day: '2026-03-04', from: 'date' }],
  [null, '2026-03-02', { day: '2026-03-02', from: 'week' }],
  ['2026-03-04', null, { day: '2026-03-04', from: 'date' }],
  [null, null, null],
])('a mailing with date %s and week %s was delivered on %j', (deliveryDate, deliveryWeek, day) => {
  expect(deliveryDay({ deliveryDate, deliveryWeek })).toEqual(day);
});

test.each([
  ['delivered', 'mvp-mail', true],
  ['deliveredInFirstCall', null, true],
  ['shipped', 'mvp-mail', false],
  [null, 'mvp-mail', false],
  ['deliveredInFirstCall', 'non-mailing', false],
  ['delivered', 'non-mailing', false],
] as const)('%s of the group %s: %s', (status, campaignGroup, shown) => {
  expect(hasStory({ status, campaignGroup })).toBe(shown);
});

test.each([
  // today is unfinished and does not count
  ['2026-03-11', '2026-03-11', 0],
  ['2026-03-10', '2026-03-11', 1],
  ['2026-02-27', '2026-03-11', 12],
  ['2026-03-01', '2026-03-31', 30],
  ['2026-01-14', '2026-03-11', 56],
  ['2020-01-14', '2026-03-11', 56],
  ['2026-03-20', '2026-03-11', 0],
])('a mailing of %s has on %s %i whole days', (delivered, today, days) => {
  expect(wholeDaysSince(delivered, today)).toBe(days);
});

test.each([
  [[], null, null],
  [[4], 4, null],
  [[9, 1], 5, null],
  [[9, 1, 2], 2, 2],
  [[3, 9, 1, 2], 2.5, 2.5],
  [[10, 9, 100, 1, 2], 9, 9],
])('of %j the median is %s, and what is usual %s', (values, middle, usual) => {
  expect([median(values), usualOf(values)]).toEqual([middle, usual]);
});

const earlier = (...mailings: number[][]) => mailings.map((calls) => ({ calls, quantity: 1000 }));
const days = (...calls: number[]) => calls.map((count) => ({ calls: count, opportunity: count > 1 ? 1 : 0 }));

test('compares each period with the same days of other mailings', () => {
  const story = {
    deliveryDay: '2026-02-27',
    days: days(1, 2, 3, 0, 0, 0, 4, 5, 6),
    earlier: earlier(
      [0, 1, 0, 0, 0, 0, 0, 9, 9],
      [2, 2, 2, 2, 2, 2, 2, 2, 2],
      [5, 0, 0, 0, 0, 0, 0, 0, 1],
      [1, 1, 1, 1, 1, 1, 1, 1, 1],
    ),
  };
  expect(storyPoints(story, 'day').slice(0, 2)).toEqual([
    {
      startDate: '2026-02-27',
      endDate: '2026-02-27',
      firstDay: 0,
      lastDay: 0,
      calls: 1,
      opportunity: 0,
      usual: 1.1,
    },
    {
      startDate: '2026-02-28',
      endDate: '2026-02-28',
      firstDay: 1,
      lastDay: 1,
      calls: 2,
      opportunity: 1,
      usual: 1,
    },
  ]);
  // calls of one day weigh as much on all days around it
  expect(storyPoints(story, 'day').map(({ usual }) => usual)).toEqual([
    1.1, 1, 0.9, 0.9, 1.2, 1.5, 1.5, 1.5, 1.5,
  ]);
  const shown = (period: 'week' | 'total') =>
    storyPoints(story, period).map(({ startDate, endDate, calls, usual }) => [
      startDate,
      endDate,
      calls,
      usual,
    ]);
  expect(shown('week')).toEqual([
    ['2026-02-27', '2026-03-05', 10, 6],
    // two days of the second week are over, so two days of the other mailings count
    ['2026-03-06', '2026-03-07', 11, 3],
  ]);
  expect(shown('total')).toEqual([
    ['2026-02-27', '2026-03-05', 10, 6],
    ['2026-02-27', '2026-03-07', 21, 13.5],
  ]);
  const few = { ...story, earlier: story.earlier.slice(0, 2) };
  expect(storyPoints(few, 'total').map(({ usual }) => usual)).toEqual([null, null]);
  expect(storyPoints({ ...story, days: [] }, 'day')).toEqual([]);
});

test('uses only mailings with known pieces for the usual response', () => {
  const three = earlier([10], [20], [60]);
  const usual = { perThousand: 20, calls: 20 };
  expect(usualResponse(three)).toEqual(usual);
  const others = [null, 0].map((quantity) => ({ calls: [1000], quantity }));
  expect(usualResponse([...three, ...others])).toEqual(usual);
  expect(usualResponse([...three.slice(1), { calls: [10], quantity: null }])).toBeNull();
});

test.each([
  [{ 0: 5, 1: 1 }, 55, { kind: 'too early' }],
  [{ 0: 4 }, 56, { kind: 'too few calls' }],
  [{}, 56, { kind: 'too few calls' }],
  [{ 0: 5 }, 56, { kind: 'known', day: 0 }],
  [{ 0: 2, 3: 3 }, 56, { kind: 'known', day: 3 }],
  // exactly half counts as half; calls long after delivery count, too
  [{ 1: 2, 2: 1, 90: 3 }, 56, { kind: 'known', day: 2 }],
  [{ '-2': 4, 9: 3 }, 56, { kind: 'known', day: -2 }],
] as const)('calls by day %j have come by half: %j', (counts, wholeDays, half) => {
  const byDay = Object.entries(counts).map(([day, calls]) => ({ day: Number(day), calls }));
  expect(halfOfCalls(byDay, wholeDays)).toEqual(half);
});
