import { expect, test } from 'vitest';
import { dayAndTime, nextTries } from './next-tries.ts';

const denver = 'America/Denver';
/** A Monday, 9:30 am in Denver. */
const now = Date.parse('2026-03-02T16:30:00.000Z');

test.each([
  ['2026-03-02T23:00:00.000Z', 'today, 4:00 pm'],
  ['2026-03-03T17:00:00.000Z', 'Tue, 10:00 am'],
  ['2026-03-09T16:00:00.000Z', '3/9/26 @ 10:00 am'],
  ['2026-02-27T17:00:00.000Z', 'Fri, 10:00 am'],
])('says when %s is', (instant, text) => {
  expect(dayAndTime(instant, denver, now)).toBe(text);
});

test('offers the proposed time first, and others after it', () => {
  const tries = nextTries('2026-03-02T23:00:00.000Z', denver, { now, keeps: true });
  expect(tries.map(({ label }) => label)).toEqual([
    'Proposed: today, 4:00 pm',
    'In an hour: today, 10:30 am',
    'Two days later: Wed, 4:00 pm',
    'A week later: 3/9/26 @ 5:00 pm',
    'Keep in the list',
  ]);
  expect(tries.at(-1)?.until).toBe('');
});
