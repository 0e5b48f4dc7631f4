import { describe, expect, test } from 'vitest';
import { clocksDiffer, dateAndTimeWithZone, dayEndText, officeDaysText, shortZoneName } from './time-zone.ts';

test.each([
  ['2026-01-15T12:00:00Z', 'America/New_York', 'EST'],
  ['2026-07-15T12:00:00Z', 'America/New_York', 'EDT'],
  // the clocks change on November 1, at 6:00 UTC
  ['2026-11-01T05:59:59Z', 'America/New_York', 'EDT'],
  ['2026-11-01T06:00:00Z', 'America/New_York', 'EST'],
  ['2026-07-15T12:00:00Z', 'America/Phoenix', 'MST'],
  ['2026-07-15T12:00:00Z', 'America/Los_Angeles', 'PDT'],
  ['2026-07-15T12:00:00Z', 'America/Anchorage', 'AKDT'],
  ['2026-07-15T12:00:00Z', 'Asia/Kolkata', 'GMT+5:30'],
  ['2026-07-15T12:00:00Z', 'UTC', 'UTC'],
])('at %s the time zone %s is called %s', (instant, timeZone, name) => {
  expect(shortZoneName(instant, timeZone)).toBe(name);
});

test.each([
  ['2026-03-11T15:00:00Z', 'America/Denver', '3/11/26 @ 9:00 am MDT'],
  ['2026-01-12T04:30:00Z', 'America/New_York', '1/11/26 @ 11:30 pm EST'],
])('%s in %s is written %s', (instant, timeZone, text) => {
  expect(dateAndTimeWithZone(instant, timeZone)).toBe(text);
});

test.each([
  [[], false],
  [['America/New_York'], false],
  [['America/New_York', 'America/New_York'], false],
  [['America/Detroit', 'America/New_York'], false],
  [['America/Chicago', 'America/New_York'], true],
  // same in winter, an hour apart in summer
  [['America/Denver', 'America/Phoenix'], true],
  [['America/New_York', 'Asia/Kolkata', 'America/New_York'], true],
])('the local times of %j differ: %s', (timeZones, differ) => {
  expect(clocksDiffer(timeZones, new Date('2026-11-21T12:00:00Z'))).toBe(differ);
});

describe('end of a range of UTC days in its offices’ local time', () => {
  test.each([
    ['2026-01-31', ['America/New_York'], 'days end 7 pm Eastern'],
    ['2026-07-31', ['America/New_York'], 'days end 8 pm Eastern'],
    // day before the clocks go forward, and that day
    ['2026-03-07', ['America/New_York'], 'days end 7 pm Eastern'],
    ['2026-03-08', ['America/New_York'], 'days end 8 pm Eastern'],
    ['2026-10-31', ['America/New_York'], 'days end 8 pm Eastern'],
    ['2026-11-01', ['America/New_York'], 'days end 7 pm Eastern'],
    ['2026-07-31', ['America/Chicago'], 'days end 7 pm Central'],
    ['2026-07-31', ['America/Denver'], 'days end 6 pm Mountain'],
    ['2026-07-31', ['America/Phoenix'], 'days end 5 pm Mountain Standard Time'],
    ['2026-01-31', ['America/Los_Angeles'], 'days end 4 pm Pacific'],
    ['2026-01-31', ['America/St_Johns'], 'days end 8:30 pm Newfoundland'],
    ['2026-01-31', ['Asia/Kolkata'], 'days end 5:30 am the next day India Standard Time'],
    ['2026-01-31', ['Europe/London'], 'days end midnight United Kingdom'],
    ['2026-01-31', ['UTC'], 'days in UTC'],
    ['2026-01-31', [], 'days in UTC'],
    ['2026-01-31', ['America/Detroit', 'America/New_York'], 'days end 7 pm Eastern'],
    ['2026-01-31', ['America/Chicago', 'America/New_York'], 'days in UTC'],
    // equal at the end of this range, but different zones
    ['2026-01-31', ['America/Denver', 'America/Phoenix'], 'days in UTC'],
  ])('ending on %s in %j: %s', (endDate, timeZones, text) => {
    expect(dayEndText(endDate, timeZones)).toBe(text);
  });
});

test.each([
  ['2026-01-31', ['America/New_York'], 'days in Eastern Time'],
  ['2026-07-31', ['America/Phoenix'], 'days in Mountain Standard Time'],
  ['2026-01-31', ['Asia/Kolkata'], 'days in India Standard Time'],
  ['2026-01-31', ['UTC'], 'days in UTC'],
  ['2026-01-31', ['America/Detroit', 'America/New_York'], 'days in Eastern Time'],
  ['2026-01-31', ['Etc/UTC'], 'days in UTC'],
  ['2026-01-31', ['Zulu', 'UTC'], 'days in UTC'],
  ['2026-01-31', ['Etc/GMT+5'], 'days in GMT-05:00'],
  ['2026-01-31', ['Europe/London'], 'days in United Kingdom Time'],
  ['2026-01-31', ['America/Chicago', 'America/New_York'], 'days in each office’s local time'],
  ['2026-01-31', ['America/New_York', 'UTC'], 'days in each office’s local time'],
])('days of offices until %s in %j: %s', (endDate, zones, text) => {
  expect(officeDaysText(endDate, zones)).toBe(text);
});
