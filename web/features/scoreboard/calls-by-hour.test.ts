import { expect, test } from 'vitest';
import { type CallsByHour, hasNoCalls, peakText, zoneText } from './calls-by-hour.ts';

const answer = (counts: Record<number, [opportunity: number, missed: number]>): CallsByHour => ({
  startDate: '2018-01-02T00:00:00.000Z',
  timeZones: ['America/New_York'],
  meta: { version: 1, asOf: '2026-01-01T00:00:00.000Z' },
  callsPerHour: Array.from({ length: 24 }, (_, hour) => {
    const [opportunity, missed] = counts[hour] ?? [0, 0];
    return { hour, opportunity, missed };
  }),
});

test('names a single time zone, and several as each office’s local time', () => {
  expect(zoneText(['America/New_York'])).toBe('Eastern Time (America/New_York)');
  expect(zoneText(['America/Chicago', 'America/New_York'])).toBe('each office’s local time');
  expect(zoneText([])).toBe('');
});

test.each<[Record<number, [number, number]>, string | null]>([
  [{}, null],
  [{ 9: [1, 0] }, 'Busiest at 9 AM (1 call), none missed'],
  [{ 9: [30, 2], 12: [10, 8] }, 'Busiest at 9 AM (32 calls), most missed at 12 PM (8 of 18)'],
])('summarizes %j', (counts, text) => {
  expect(peakText(answer(counts))).toBe(text);
});

test('recognizes a day without calls', () => {
  expect(hasNoCalls(answer({}))).toBe(true);
  expect(hasNoCalls(answer({ 3: [0, 1] }))).toBe(false);
});
