import { expect, test } from 'vitest';
import { type CallsByHour, hasNoCalls, peakText, zoneText } from './calls-by-hour.ts';

const answer = (
  counts: Record<number, [opportunity: number, missed: number, unscored?: number]>,
): CallsByHour => ({
  startDate: '2018-01-02T00:00:00.000Z',
  timeZones: ['America/New_York'],
  meta: { version: 1, asOf: '2026-01-01T00:00:00.000Z' },
  callsPerHour: Array.from({ length: 24 }, (_, hour) => {
    const [opportunity, missed, unscored = 0] = counts[hour] ?? [0, 0];
    return { hour, opportunity, missed, calls: opportunity + missed + unscored, unscored };
  }),
});

test('names a single time zone, and several as each office’s local time', () => {
  expect(zoneText(['America/New_York'])).toBe('Eastern Time (America/New_York)');
  expect(zoneText(['America/Chicago', 'America/New_York'])).toBe('each office’s local time');
  expect(zoneText([])).toBe('');
});

test.each<[Record<number, [number, number, number?]>, string | null]>([
  [{}, null],
  [{ 9: [1, 0] }, 'Busiest at 9 AM (1 call), none missed'],
  [{ 9: [30, 2], 12: [10, 8] }, 'Busiest at 9 AM (32 calls), most missed at 12 PM (8 of 18)'],
  [{ 9: [5, 1], 10: [4, 2] }, 'Busiest at 9 AM and 10 AM (6 calls each), most missed at 10 AM (2 of 6)'],
  [
    { 8: [1, 1], 9: [1, 1], 10: [1, 1], 11: [1, 1] },
    'Busiest at 8 AM, 9 AM and 2 others (2 calls each), most missed at 8 AM, 9 AM and 2 others (1 each)',
  ],
  [{ 15: [0, 12, 204], 9: [60, 9] }, '204 of 285 calls are not scored yet'],
  [{ 15: [0, 12, 40], 9: [60, 9] }, 'Busiest at 9 AM (69 calls), most missed at 3 PM (12)'],
  [{ 15: [0, 12, 12], 9: [60, 9] }, 'Busiest at 9 AM (69 calls), most missed at 3 PM (12 of 12)'],
  [{ 15: [0, 0, 3] }, '3 of 3 calls are not scored yet'],
])('summarizes %j', (counts, text) => {
  expect(peakText(answer(counts))).toBe(text);
});

test('recognizes a day without calls', () => {
  expect(hasNoCalls(answer({}))).toBe(true);
  expect(hasNoCalls(answer({ 3: [0, 1] }))).toBe(false);
  expect(hasNoCalls(answer({ 3: [0, 0, 1] }))).toBe(false);
});
