import { expect, test } from 'vitest';
import { weekSentence } from './today-texts.ts';

test.each<[calls: number, booked: number, missed: number, unscored: number, back: number | null, string]>([
  [27, 6, 4, 0, 2, '27 calls this week, 6 booked, 4 missed, 2 of them called back.'],
  [27, 6, 4, 0, null, '27 calls this week, 6 booked, 4 missed.'],
  [27, 0, 4, 0, 0, '27 calls this week, none booked, 4 missed, none of them called back.'],
  [27, 6, 4, 0, 4, '27 calls this week, 6 booked, 4 missed, all called back.'],
  [2, 1, 1, 0, 1, '2 calls this week, 1 booked, 1 missed and called back.'],
  [2, 1, 1, 0, 0, '2 calls this week, 1 booked, 1 missed, not called back yet.'],
  [1, 1, 0, 0, 0, '1 call this week, 1 booked, none missed.'],
  [0, 0, 0, 0, 0, 'No calls yet this week.'],
  [27, 1, 1, 20, 0, '27 calls this week, 20 not scored yet.'],
  [1, 0, 0, 1, 0, '1 call this week, not scored yet.'],
])(
  '%d calls, %d booked, %d missed, %d not scored, %j called back',
  (calls, booked, missed, unscored, back, text) => {
    expect(weekSentence({ calls, booked, missed, unscored }, back)).toBe(text);
  },
);
