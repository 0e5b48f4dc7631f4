import { dayInZone } from './date-format.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  appointmentTimes,
  clockInZone,
  dateAndTimeInZone,
  instantInZone,
  timeOfDayText,
} from './office-time.ts';

describe('instant of a local time', () => {
  test.each([
    ['2026-03-07', 9 * 60, 'America/New_York', '2026-03-07T14:00:00.000Z'],
    ['2026-03-08', 9 * 60, 'America/New_York', '2026-03-08T13:00:00.000Z'],
    ['2026-03-09', 7 * 60, 'America/Denver', '2026-03-09T13:00:00.000Z'],
    ['2026-07-01', 7 * 60, 'America/Phoenix', '2026-07-01T14:00:00.000Z'],
    ['2026-11-01', 7 * 60, 'America/Los_Angeles', '2026-11-01T15:00:00.000Z'],
    // repeated hour: the first one
    ['2026-11-01', 90, 'America/New_York', '2026-11-01T05:30:00.000Z'],
    // skipped hour: as long after the change
    ['2026-03-08', 150, 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-01-15', 19 * 60, 'America/St_Johns', '2026-01-15T22:30:00.000Z'],
    ['2026-01-15', 7 * 60, 'Pacific/Auckland', '2026-01-14T18:00:00.000Z'],
  ])('%s at %d minutes in %s', (day, minutes, zone, instant) => {
    expect(instantInZone(day, minutes, zone).toISOString()).toBe(instant);
  });

  test('has that local time on every day in every zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4000 }),
        fc.constantFrom(...appointmentTimes),
        fc.constantFrom(
          'America/New_York',
          'America/Anchorage',
          'America/St_Johns',
          'Pacific/Honolulu',
          'UTC',
        ),
        (dayNumber, minutes, zone) => {
          const day = new Date(Date.UTC(2020, 0, 1 + dayNumber)).toISOString().slice(0, 10);
          expect(clockInZone(instantInZone(day, minutes, zone), zone)).toEqual({ day, minutes });
        },
      ),
    );
  });
});

test.each([
  ['2026-03-11T15:00:00Z', 'America/Denver', '3/11/26 @ 9:00 am', 'Mar 11, 2026'],
  ['2026-03-12T04:30:00Z', 'America/New_York', '3/12/26 @ 12:30 am', 'Mar 12, 2026'],
  ['2026-12-31T17:05:00Z', 'America/New_York', '12/31/26 @ 12:05 pm', 'Dec 31, 2026'],
])('formats %s in %s as %s', (instant, zone, written, day) => {
  expect([dateAndTimeInZone(instant, zone), dayInZone(instant, zone)]).toEqual([written, day]);
});

test('offers 49 appointment times, every 15 minutes from 7:00 am', () => {
  expect(appointmentTimes).toHaveLength(49);
  expect(appointmentTimes.slice(0, 2).map(timeOfDayText)).toEqual(['7:00 am', '7:15 am']);
  expect(timeOfDayText(appointmentTimes.at(-1) ?? 0)).toBe('7:00 pm');
});
