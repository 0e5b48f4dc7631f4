import type { MailingStory } from '@mailcall/contract/mailing-story.ts';
import { expect, test } from 'vitest';
import {
  callsOutside,
  halfText,
  noDaysText,
  pointNames,
  pointsOf,
  responseOf,
  callsChange,
  comparedDays,
  storySentence,
} from './mailing-story-texts.ts';

function story(perDay: number, length: number, earlier: number[] = [], facts: Partial<MailingStory> = {}) {
  return {
    deliveryDay: '2026-02-27',
    deliveryDayFrom: 'date',
    days: Array.from({ length }, () => ({ calls: perDay, opportunity: 0 })),
    calls: perDay * length,
    callsBefore: 0,
    callsAfter: 0,
    opportunity: 0,
    quantity: 5000,
    earlier: earlier.map((calls, at) => ({
      id: `m${at}`,
      title: `Mailing ${at}`,
      deliveryDay: '2026-01-05',
      quantity: 10_000,
      calls: Array.from({ length }, () => calls),
    })),
    half: { kind: 'too early' },
    bestCall: null,
    ...facts,
  } satisfies MailingStory;
}

test.each([
  [1, 'first day'],
  [12, 'first 12 days'],
  [56, 'first 8 weeks'],
])('%i days are the %s', (length, text) => {
  expect(comparedDays(length)).toBe(text);
});

test.each([
  [
    story(3, 12, [1, 2, 3, 4]),
    '36 calls in the first 12 days. Usual by then: 30, the median of the last 4 MVP Mail mailings before it.',
  ],
  [
    story(0, 12, [1, 2, 3]),
    'No calls in the first 12 days. Usual by then: 24, the median of the last 3 MVP Mail mailings before it.',
  ],
  [
    story(1, 1, [4]),
    '1 call in the first day. Only 1 MVP Mail mailing with calls came before; what is usual is shown from 3 on.',
  ],
  [story(2, 56), '112 calls in the first 8 weeks. No earlier MVP Mail mailing with calls to compare with.'],
])('says the chart in a sentence', (told, sentence) => {
  expect(storySentence(told, 'MVP Mail')).toBe(sentence);
});

test('compares calls and response by the same rule as all figures', () => {
  expect(callsChange(story(3, 12, [2, 2, 2]))).toMatchObject({ short: '▲ 50% vs 24', tone: 'good' });
  expect(callsChange(story(1, 12, [2, 2, 2]))).toBeNull();
  expect(callsChange(story(3, 12, [2, 2]))).toBeNull();
  expect(responseOf(story(3, 12, [2, 2, 2], { calls: 40, callsAfter: 4 }))).toEqual({
    all: 8,
    compared: 7.2,
    usual: 2.4,
    change: { text: '+200%, more than 2.4', short: '▲ 200% vs 2.4', tone: 'good' },
  });
  expect(responseOf(story(3, 12, [2, 2, 2], { quantity: 0 }))).toBeNull();
});

const withPieces = (mailings: readonly (readonly [perDay: number, quantity: number | null])[]) => {
  const told = story(
    3,
    12,
    mailings.map(([perDay]) => perDay),
  );
  return {
    ...told,
    earlier: told.earlier.map((one, at) => ({ ...one, quantity: mailings[at]?.[1] ?? null })),
  };
};

test.each([
  // mailings with known pieces have 12 calls in 12 days: fewer than 20, whatever the others have
  [[1, 1, 9], [9, 9], 12, null],
  // they have 24, however few the others have
  [[2, 2, 1], [1, 1], 24, '-70%, fewer than 24'],
])('beside known pieces of %j calls a day and unknown ones of %j', (known, unknown, usual, text) => {
  const response = responseOf(
    withPieces([
      ...known.map((perDay) => [perDay, 1000] as const),
      ...unknown.map((perDay) => [perDay, null] as const),
    ]),
  );
  expect([response?.usual, response?.change?.text ?? null]).toEqual([usual, text]);
});

test.each([
  [null, null, 'Calls by day need the delivery date or week.'],
  ['2026-03-11', 'date', 'Delivered Mar 11, 2026. The first day is shown when it is over.'],
  ['2026-03-11', 'week', 'Delivered in the week of Mar 11, 2026. The first day is shown when it is over.'],
  ['2026-03-12', 'date', 'Delivery is expected on Mar 12, 2026.'],
  ['2026-03-16', 'week', 'Delivery is expected in the week of Mar 16, 2026.'],
] as const)('on Mar 11 a mailing of %s (%s) has no days: %s', (deliveryDay, deliveryDayFrom, text) => {
  expect(noDaysText(story(0, 0, [], { deliveryDay, deliveryDayFrom }), '2026-03-11')).toBe(text);
});

test.each([
  [{ kind: 'known', day: 9 }, '9 days', 'after delivery, by Mar 8, 2026'],
  [{ kind: 'known', day: 1 }, '1 day', 'after delivery, by Feb 28, 2026'],
  [{ kind: 'known', day: 0 }, 'Delivery day', 'Feb 27, 2026'],
  [{ kind: 'known', day: -3 }, '3 days', 'before delivery, by Feb 24, 2026'],
  [{ kind: 'too early' }, 'Not known yet', 'From Apr 24, 2026 on'],
  [{ kind: 'too few calls' }, 'Too few calls', 'Known from 5 calls on'],
  [null, 'Not known', 'The delivery date is missing'],
] as const)('half of the calls: %j', (half, value, note) => {
  expect(halfText(story(1, 12, [], { half }))).toEqual({ value, note });
});

test('names bars, including an unfinished week', () => {
  const named = (period: 'day' | 'week' | 'total') => {
    const points = pointsOf(story(1, 9), period);
    return [points[0], points.at(-1)].map((point) => point && pointNames(point, period));
  };
  expect(named('day')).toEqual([
    { name: 'Feb 27, 2026, day 0', label: 'Feb 27' },
    { name: 'Mar 7, 2026, day 8', label: 'Mar 7' },
  ]);
  expect(named('week')).toEqual([
    { name: 'Week 1, Feb 27 – Mar 5, 2026', label: 'Week 1' },
    { name: 'Week 2, Mar 6 – 7, 2026, so far', label: 'Week 2' },
  ]);
  expect(named('total')).toEqual([
    { name: 'Up to Mar 5, 2026, week 1', label: 'Week 1' },
    { name: 'Up to Mar 7, 2026, week 2 so far', label: 'Week 2' },
  ]);
});

test('loses no call outside the chart', () => {
  expect(callsOutside(story(1, 12, [], { callsBefore: 12, callsAfter: 1 }))).toEqual([
    { count: 12, when: 'before the delivery date', days: { endDate: '2026-02-26' } },
    { count: 1, when: 'today, which is not over', days: { startDate: '2026-03-11' } },
  ]);
  const old = story(1, 56, [], { callsBefore: 1, callsAfter: 14, deliveryDayFrom: 'week' });
  expect(callsOutside(old)).toEqual([
    { count: 1, when: 'before the delivery week', days: { endDate: '2026-02-26' } },
    { count: 14, when: 'after the first 8 weeks', days: { startDate: '2026-04-24' } },
  ]);
  expect(callsOutside(story(1, 12))).toEqual([]);
});
