import { describe, expect, test } from 'vitest';
import {
  minutesText,
  officeMinutes,
  type OfficeHours,
  overlappingTimes,
  waitedText,
} from './office-hours.ts';
import { dayHoursText, readDayHours } from '../time/day-hours.ts';
import { office } from './office-for-tests.ts';

const time = (text: string) => Date.parse(text);

describe('minutes of office hours', () => {
  const cases: [string, string, Partial<OfficeHours>, number][] = [
    // Wednesday; 7 hours behind UTC until March 8
    ['2026-03-04T16:00:00Z', '2026-03-04T18:30:30Z', {}, 150],
    ['2026-03-04T18:00:00Z', '2026-03-04T16:00:00Z', {}, 0],
    ['2026-03-04T12:00:00Z', '2026-03-04T16:00:00Z', {}, 60],
    ['2026-03-04T23:00:00Z', '2026-03-05T16:00:00Z', {}, 120],
    // from Friday 4 pm across the clock change to Monday 9 am
    ['2026-03-06T23:00:00Z', '2026-03-09T15:00:00Z', {}, 120],
    ['2026-03-04T12:00:00Z', '2026-03-06T06:00:00Z', { holidays: new Set(['2026-03-04']) }, 540],
    ['2026-03-04T12:00:00Z', '2026-03-05T06:00:00Z', { open: [{ weekday: 2, opens: 0, closes: 1440 }] }, 0],
    [
      '2026-03-04T06:00:00Z',
      '2026-03-05T12:00:00Z',
      { open: [{ weekday: 3, opens: 0, closes: 1440 }] },
      1440,
    ],
    [
      '2026-03-08T06:00:00Z',
      '2026-03-10T06:00:00Z',
      { open: [{ weekday: 0, opens: 0, closes: 1440 }] },
      23 * 60,
    ],
    [
      '2026-11-01T05:00:00Z',
      '2026-11-03T06:00:00Z',
      { open: [{ weekday: 0, opens: 0, closes: 1440 }] },
      25 * 60,
    ],
    [
      '2026-03-04T15:00:00Z',
      '2026-03-05T02:00:00Z',
      {
        open: [
          { weekday: 3, opens: 480, closes: 720 },
          { weekday: 3, opens: 780, closes: 1020 },
        ],
      },
      480,
    ],
    ['2026-03-06T23:00:00Z', '2026-03-09T15:00:00Z', { open: [] }, 64 * 60],
  ];
  test.each(cases)('from %s to %s with %j', (from, to, hours, minutes) => {
    expect(officeMinutes(time(from), time(to), office(hours))).toBe(minutes);
  });
});

test.each([
  [0, '0 min'],
  [59, '59 min'],
  [60, '1 h'],
  [200, '3 h 20 min'],
  [601, '10 h'],
])('%d minutes are %s', (minutes, text) => {
  expect(minutesText(minutes)).toBe(text);
});

test.each([
  [
    [
      [1, 480, 720],
      [1, 720, 1020],
    ],
    false,
  ],
  [
    [
      [1, 780, 1020],
      [1, 480, 781],
    ],
    true,
  ],
  [
    [
      [1, 480, 720],
      [2, 480, 720],
    ],
    false,
  ],
] as const)('%j overlap: %s', (times, expected) => {
  const open = times.map(([weekday, opens, closes]) => ({ weekday, opens, closes }));
  expect(overlappingTimes(open)).toBe(expected);
});

test.each([
  [47 * 60 + 59, false, '47 h'],
  [48 * 60, false, '2 days'],
  [30 * 24 * 60 - 1, false, '29 days'],
  [30 * 24 * 60, true, '720 h'],
])('%i minutes of waiting, hours known %s: %s', (minutes, hoursKnown, text) => {
  expect(waitedText(minutes, hoursKnown)).toBe(text);
});

test.each([
  ['closed', 'closed'],
  ['9:00-17:30', '09:00-17:30'],
  ['13:00-17:00; 08:00 - 12:00', '08:00-12:00;13:00-17:00'],
  ['00:00-24:00', '00:00-24:00'],
  ['08:00-12:00;12:00-13:00', '08:00-12:00;12:00-13:00'],
  ['08:00-12:00;11:00-13:00', null],
  ['17:00-08:00', null],
  ['08:00', null],
  ['08:00-25:00', null],
  ['08:60-09:00', null],
  ['1:00-2:00;3:00-4:00;5:00-6:00;7:00-8:00;9:00-10:00', null],
  ['', null],
])('the hours %j of a day are %j', (text, expected) => {
  const times = readDayHours(text);
  expect(times && dayHoursText(times)).toBe(expected);
});
