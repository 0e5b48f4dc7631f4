import { expect, test } from 'vitest';
import { readSpreadsheetDay, readSpreadsheetTime } from './spreadsheet-dates.ts';

test.each<[cell: string, day: string | null, form?: string]>([
  ['2026-03-31', '2026-03-31', '2026-03-31'],
  ['3/31/2026', '2026-03-31', '3/31/2026'],
  ['03-31-26', '2026-03-31', '3/31/2026'],
  ['Mar 31, 2026', '2026-03-31', 'Mar 31, 2026'],
  ['31-Mar-26', '2026-03-31', '31-Mar-2026'],
  ['20260331', '2026-03-31', '20260331'],
  ['46112', '2026-03-31', '46112'],
  ['Tuesday, March 31, 2026', '2026-03-31', 'Mar 31, 2026'],
  // the month is first: guessing would turn 3/4 into another day than 4/3
  ['31/3/2026', null],
  ['2/30/2026', null],
  ['2026', null],
  ['95', null],
  ['soon', null],
  ['1'.repeat(100), null],
])('the day %j is %j', (cell, day, form) => {
  expect(readSpreadsheetDay(cell, 2026)).toEqual(day === null ? null : { day, form });
});

test.each<[cell: string, zone: string | null, time: string | null, form?: string]>([
  ['2026-03-31T14:05:00-05:00', null, '2026-03-31T19:05:00.000Z', '2026-03-31 14:05 -05:00'],
  ['2026-03-31 14:05Z', null, '2026-03-31T14:05:00.000Z', '2026-03-31 14:05 -05:00'],
  ['3/31/2026 2:05 PM', 'America/Chicago', '2026-03-31T19:05:00.000Z', '3/31/2026 2:05 PM'],
  ['3/31/2026 2:05:09 pm', 'America/Denver', '2026-03-31T20:05:09.000Z', '3/31/2026 2:05 PM'],
  ['Mar 31, 2026, 12:05 AM', 'America/Denver', '2026-03-31T06:05:00.000Z', 'Mar 31, 2026 2:05 PM'],
  ['46112.586805556', 'America/Denver', '2026-03-31T20:05:00.000Z', '46112.587'],
  ['3/31/2026 2:05 PM', null, null],
  ['3/31/2026 14:65', 'America/Denver', null],
  ['3/31/2026 13:05 PM', 'America/Denver', null],
  ['3/31/2026', 'America/Denver', null],
  ['', 'America/Denver', null],
])('the time %j in %j is %j', (cell, zone, time, form) => {
  expect(readSpreadsheetTime(cell, 2026, zone)).toEqual(
    time === null ? null : { time, form, isLocal: !form?.endsWith('-05:00') },
  );
});
