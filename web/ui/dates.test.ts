import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOfText, dayInNumbers, dayShort, formatInstantDay, localDateTime, monthAndDay } from './dates.ts';

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

test.each([
  ['2026-01-05', 'Jan 5', '01/05/2026', '01/05/26'],
  ['2026-09-30', 'Sep 30', '09/30/2026', '09/30/26'],
])('formats the calendar day %s without year, in numbers and short', (day, month, numbers, short) => {
  expect([monthAndDay(day), dayInNumbers(day), dayShort(day)]).toEqual([month, numbers, short]);
});

test.each([
  ['2026-11-22T19:05:00.000Z', '12:05 pm'],
  ['2026-11-22T07:00:00.000Z', '12:00 am'],
  ['2026-11-22T06:59:59.000Z', '11/21/26 @ 11:59 pm'],
  ['2005-07-04T18:30:00.000Z', '7/4/05 @ 12:30 pm'],
])('formats %s as of the afternoon of November 22', (instant, text) => {
  expect(asOfText(instant, new Date('2026-11-22T22:00:00.000Z'))).toBe(text);
});

test.each([
  ['America/Denver', '2026-11-22T03:30:05.900Z', '2026-11-21T20:30:05-07:00'],
  ['America/Denver', '2026-07-22T03:30:05.000Z', '2026-07-21T21:30:05-06:00'],
  ['America/St_Johns', '2026-11-22T03:30:05.000Z', '2026-11-22T00:00:05-03:30'],
  ['Asia/Kolkata', '2026-11-22T20:00:00.000Z', '2026-11-23T01:30:00+05:30'],
  ['UTC', '2026-11-22T20:00:00.000Z', '2026-11-22T20:00:00+00:00'],
])('writes the local date and time in %s with its offset', (timeZone, instant, text) => {
  process.env['TZ'] = timeZone;
  expect(localDateTime(new Date(instant))).toBe(text);
});
