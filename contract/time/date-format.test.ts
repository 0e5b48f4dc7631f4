import { expect, test } from 'vitest';
import { dateFormats, dayInZone, formatDay, withPlainSpaces } from './date-format.ts';

test('formats an instant as its day in a time zone, and a calendar day unchanged', () => {
  expect(dayInZone('2026-11-22T03:30:00.000Z', 'America/Denver')).toBe('Nov 21, 2026');
  expect(formatDay('2026-11-22')).toBe('Nov 22, 2026');
});

test('creates a format once for each time zone', () => {
  const weekday = dateFormats({ weekday: 'short' });
  expect(weekday('America/Denver')).toBe(weekday('America/Denver'));
  expect(weekday('America/Denver').format(new Date('2026-11-22T03:30:00.000Z'))).toBe('Sat');
  expect(weekday('UTC').format(new Date('2026-11-22T03:30:00.000Z'))).toBe('Sun');
});

test('refuses an unknown time zone each time', () => {
  const weekday = dateFormats({ weekday: 'short' });
  for (let time = 0; time < 2; time++) expect(() => weekday('Venus/Aphrodite')).toThrow(RangeError);
});

test('replaces a narrow space before PM', () => {
  expect(withPlainSpaces('3:00\u202fPM')).toBe('3:00 PM');
});
