import { expect, test } from 'vitest';
import { selectedAttempt, dayAndTime, nextAttempts } from './next-attempts.ts';

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

const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: 8 * 60, closes: 17 * 60 }));
const caller = { entry: { timeZone: denver }, hours: { open: weekdays, holidays: [] as string[] } };

test('offers the proposed time first, then others', () => {
  const tries = nextAttempts(caller, now);
  expect(tries.map(({ label }) => label)).toEqual([
    'Today, 4:00 pm',
    'In an hour: today, 10:30 am',
    'Two business days later: Wed, 4:00 pm',
    'A week later: 3/9/26 @ 4:00 pm',
    'Keep in the list',
  ]);
  expect(tries.at(-1)?.until).toBeNull();
});

test('keeps a choice while its time moves, and falls back to the proposed one', () => {
  const chosen = (at: number, choice: string) => selectedAttempt(nextAttempts(caller, at), choice)?.label;
  expect(chosen(now, 'in-an-hour')).toBe('In an hour: today, 10:30 am');
  const later = now + 8 * 60 * 60 * 1000;
  expect(chosen(later, 'in-an-hour')).toBe('In an hour: today, 6:30 pm');
  expect(chosen(later, 'proposed')).toBe('Tue, 10:00 am');
  const holidays = Array.from({ length: 40 }, (_, ahead) =>
    new Date(now + ahead * 24 * 60 * 60 * 1000).toISOString().slice(0, 10),
  );
  const closed = { open: weekdays, holidays };
  const tries = nextAttempts({ ...caller, hours: closed }, now);
  expect(tries.map(({ choice }) => choice)).not.toContain('a-week');
  expect(selectedAttempt(tries, 'a-week')?.choice).toBe('proposed');
});
