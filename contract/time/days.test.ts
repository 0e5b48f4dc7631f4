import { afterEach, expect, test, vi } from 'vitest';
import { dateRangeOfPreset } from '../scope/date-range.ts';
import { dateRangeOfShortcut } from '../rules/date-shortcuts.ts';
import { daysAt, dayZones } from './days.ts';

const [eastern, mountain, pacific] = ['America/New_York', 'America/Denver', 'America/Los_Angeles'];
const [india, guam, hawaii, nepal] = ['Asia/Kolkata', 'Pacific/Guam', 'Pacific/Honolulu', 'Asia/Kathmandu'];

afterEach(() => {
  vi.restoreAllMocks();
});

test.each<[mode: Parameters<typeof dayZones>[0], zones: string[], expected: string[]]>([
  ['utc', [eastern, india], ['UTC']],
  ['office', [], ['UTC']],
  ['office', [mountain, eastern, mountain], [mountain, eastern]],
  ['office', ['Mars/Olympus', eastern], [eastern, 'UTC']],
  ['office', ['Pluto/Sputnik'], ['UTC']],
])('%s: the days of offices in %j are those of %j', (mode, zones, expected) => {
  expect(dayZones(mode, zones)).toEqual(expected);
});

test('looks each time zone up once', () => {
  // no other test looks these up
  const zones = ['America/Boise', 'Asia/Dubai', 'Venus/Aphrodite', ''];
  const offices = Array.from({ length: 10_000 }, (_, at) => zones[at % zones.length] ?? '');
  const asked = vi.spyOn(Intl, 'DateTimeFormat');
  const told = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  for (let time = 0; time < 2; time++)
    expect(dayZones('office', offices)).toEqual(['America/Boise', 'Asia/Dubai', 'UTC']);
  expect(asked).toHaveBeenCalledTimes(4);
  expect(told).toHaveBeenCalledTimes(2);
});

test.each<[instant: string, zones: string[], oldest: string, newest?: string]>([
  // 8 pm in Asheville
  ['2026-11-24T01:00:00Z', ['UTC'], '2026-11-24'],
  ['2026-11-24T01:00:00Z', [eastern], '2026-11-23'],
  ['2026-11-24T04:59:59.999Z', [eastern], '2026-11-23'],
  ['2026-11-24T05:00:00Z', [eastern], '2026-11-24'],
  // in summer, and in the nights of clock changes
  ['2026-07-24T03:59:59.999Z', [eastern], '2026-07-23'],
  ['2026-07-24T04:00:00Z', [eastern], '2026-07-24'],
  ['2026-03-08T05:00:00Z', [eastern], '2026-03-08'],
  ['2026-03-09T03:59:59.999Z', [eastern], '2026-03-08'],
  ['2026-11-01T04:00:00Z', [eastern], '2026-11-01'],
  ['2026-11-02T04:59:59.999Z', [eastern], '2026-11-01'],
  ['2026-11-23T18:29:59.999Z', [india], '2026-11-23'],
  ['2026-11-23T18:30:00Z', [india], '2026-11-24'],
  ['2026-11-23T18:15:00Z', [nepal], '2026-11-24'],
  ['2026-11-23T14:00:00Z', [guam], '2026-11-24'],
  ['2026-11-24T09:59:59.999Z', [hawaii], '2026-11-23'],
  ['2026-11-24T05:30:00Z', [eastern, pacific], '2026-11-23', '2026-11-24'],
  ['2026-11-24T04:30:00Z', [eastern, pacific], '2026-11-23'],
  // 9 am in New York
  ['2026-11-23T13:59:59.999Z', [guam, eastern], '2026-11-23'],
  ['2026-11-23T14:00:00Z', [guam, eastern], '2026-11-23', '2026-11-24'],
  ['2026-11-24T10:30:00Z', ['Pacific/Kiritimati', 'Pacific/Pago_Pago', eastern], '2026-11-23', '2026-11-25'],
  // midnight is skipped in Cairo that night
  ['2026-04-23T21:59:59.999Z', ['Africa/Cairo'], '2026-04-23'],
  ['2026-04-23T22:00:00Z', ['Africa/Cairo'], '2026-04-24'],
])('at %s in %j it is %s', (instant, zones, oldest, newest = oldest) => {
  expect(daysAt(new Date(instant), zones)).toEqual({ startDate: oldest, endDate: newest });
});

const range = (startDate: string, endDate: string) => ({ startDate, endDate });

test('uses the office’s day for presets and shortcuts', () => {
  // 8 pm on the last day of the year
  const today = daysAt(new Date('2027-01-01T01:00:00Z'), [eastern]);
  expect(dateRangeOfPreset('day', today)).toEqual(range('2026-12-31', '2026-12-31'));
  expect(dateRangeOfPreset('week', today)).toEqual(range('2026-12-27', '2027-01-02'));
  expect(dateRangeOfPreset('month', today)).toEqual(range('2026-12-01', '2026-12-31'));
  expect(dateRangeOfPreset('year', today)).toEqual(range('2026-01-01', '2026-12-31'));
  expect(dateRangeOfPreset('all', today)).toEqual(range('2018-01-01', '2026-12-31'));
  expect(dateRangeOfShortcut('last-month', today)).toEqual(range('2026-11-01', '2026-11-30'));
});

test('gives every office its own day, week, month and year, even with one in Guam', () => {
  // 9 am on Saturday, February 28, and on December 31 in New York
  const saturday = daysAt(new Date('2026-02-28T14:00:00Z'), [eastern, guam]);
  expect(dateRangeOfPreset('day', saturday)).toEqual(range('2026-02-28', '2026-03-01'));
  expect(dateRangeOfPreset('week', saturday)).toEqual(range('2026-02-22', '2026-03-07'));
  expect(dateRangeOfPreset('month', saturday)).toEqual(range('2026-02-01', '2026-03-31'));
  expect(dateRangeOfPreset('year', saturday)).toEqual(range('2026-01-01', '2026-12-31'));
  expect(dateRangeOfPreset('all', saturday)).toEqual(range('2018-01-01', '2026-03-01'));
  expect(dateRangeOfShortcut('last-month', saturday)).toEqual(range('2026-02-01', '2026-02-28'));
  expect(dateRangeOfShortcut('last-30-days', saturday)).toEqual(range('2026-01-31', '2026-03-01'));
  const lastOfYear = daysAt(new Date('2026-12-31T14:00:00Z'), [eastern, guam]);
  expect(dateRangeOfPreset('year', lastOfYear)).toEqual(range('2026-01-01', '2027-12-31'));
});
