import { describe, expect, test } from 'vitest';
import { changeText, headline, missedText, mostMissedHours, unscoredText } from './performance-texts.ts';
import type { Performance, PeriodFigures } from './types.ts';

const byHour = (counts: Record<number, number>) => Array.from({ length: 24 }, (_, hour) => counts[hour] ?? 0);
const figures = (calls: number, booked = 0, missed = 0): PeriodFigures => ({
  calls,
  booked,
  missed,
  opportunities: 0,
  unscored: 0,
});
const performance = (now: PeriodFigures, before = figures(0), openMissed = 0) =>
  ({ figures: now, before, openMissed }) as Performance;

test.each([
  [{ 12: 3, 9: 2 }, 'at noon'],
  [{ 8: 5 }, 'between 8 and 9 am'],
  [{ 11: 3, 13: 3, 8: 4 }, 'between 11 am and 2 pm'],
  [{ 16: 3, 17: 2, 9: 4 }, 'between 4 and 6 pm'],
  [{ 11: 5 }, 'between 11 am and noon'],
  [{ 23: 5 }, 'between 11 pm and midnight'],
  // half is not most
  [{ 8: 3, 12: 3 }, null],
  // too few for a pattern
  [{ 12: 4 }, null],
  [{}, null],
])('of the missed calls by hour %o most were %s', (counts, text) => {
  expect(mostMissedHours(byHour(counts))).toBe(text);
});

test.each([
  [figures(61, 48, 9), { 12: 9 }, '61 calls, 48 booked, 9 missed, most of them at noon.'],
  [figures(1, 0, 1), { 9: 1 }, '1 call, none booked, 1 missed.'],
  [figures(1200, 48, 0), {}, '1,200 calls, 48 booked, none missed.'],
  [figures(0), {}, 'No calls.'],
  [{ ...figures(285, 1, 80), unscored: 204 }, { 15: 80 }, '285 calls, 1 booked, 80 missed.'],
  [
    { ...figures(160, 1, 80), unscored: 80 },
    { 12: 80 },
    '160 calls, 1 booked, 80 missed, most of them at noon.',
  ],
])('the first sentence of %o', (now, counts, text) => {
  expect(headline({ figures: now, missedByHour: byHour(counts) })).toBe(text);
});

test.each([
  [
    figures(61, 48, 9),
    figures(54, 40, 12),
    'Compared with the week before: 7 more calls (+13%), 8 more booked (+20%), 3 fewer missed.',
  ],
  [
    figures(20, 5, 5),
    figures(40, 5, 9),
    'Compared with the week before: 20 fewer calls (-50%), same number booked, 4 fewer missed.',
  ],
  // a share of few calls is no finding
  [
    figures(19, 1),
    figures(10, 1),
    'Compared with the week before: 9 more calls, same number booked, same number missed.',
  ],
  [figures(4, 4), figures(54), 'Only 4 calls: too few to compare with the week before, which had 54.'],
  [figures(1, 1), figures(2), 'Only 1 call: too few to compare with the week before, which had 2.'],
  [figures(54, 4), figures(1), 'The week before had only 1 call: too few to compare with.'],
  // no shares that only scored calls can have, while most are not scored
  [
    { ...figures(285, 1, 80), unscored: 204 },
    figures(140, 40, 30),
    'Compared with the week before: 145 more calls (+104%), 39 fewer booked, 50 more missed.',
  ],
  [
    figures(285, 41, 80),
    { ...figures(140, 40, 30), unscored: 71 },
    'Compared with the week before: 145 more calls (+104%), 1 more booked, 50 more missed.',
  ],
  [
    { ...figures(280, 60, 80), unscored: 140 },
    { ...figures(140, 40, 30), unscored: 70 },
    'Compared with the week before: 140 more calls (+100%), 20 more booked (+50%), 50 more missed (+167%).',
  ],
  [figures(0), figures(3), 'Compared with the week before: 3 fewer calls.'],
  [figures(3), figures(0), 'The week before had no calls.'],
  [figures(0), figures(0), 'The week before had no calls either.'],
])('the change of %o from %o', (now, before, text) => {
  expect(changeText(performance(now, before), 'the week before')).toBe(text);
});

describe('missed calls', () => {
  test.each([
    [9, 7, '7 of 9 missed calls are still open. Each caller may be a new guest.'],
    [9, 1, '1 of 9 missed calls is still open. This caller may be a new guest.'],
    [2, 2, 'All 2 missed calls are still open. Each caller may be a new guest.'],
    [1, 1, 'The missed call is still open. This caller may be a new guest.'],
    [1, 0, 'The missed call is resolved.'],
    [9, 0, 'All 9 missed calls are resolved.'],
  ])('of %i, %i open', (missed, open, text) => {
    expect(missedText(performance(figures(9, 0, missed), figures(0), open), 'guest')).toBe(text);
  });
});

test.each([
  [0, null],
  [1, 'One of these calls is not scored yet: the other figures can still rise.'],
  [1000, '1,000 of these calls are not scored yet: the other figures can still rise.'],
  [1500, '1,500 of 2,000 calls are not scored yet: the other figures can still rise.'],
])('%i calls without a score', (unscored, text) => {
  expect(unscoredText({ ...figures(2000), unscored })).toBe(text);
});
