import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDay, formatInstantDay } from './dates.ts';

const before = process.env['TZ'];
beforeAll(() => {
  process.env['TZ'] = 'America/Denver';
});
afterAll(() => {
  if (before === undefined) delete process.env['TZ'];
  else process.env['TZ'] = before;
});

test('formats an instant as its day in this time zone, and a calendar day unchanged', () => {
  expect(formatInstantDay('2026-11-22T03:30:00.000Z')).toBe('Nov 21, 2026');
  expect(formatDay('2026-11-22')).toBe('Nov 22, 2026');
});
