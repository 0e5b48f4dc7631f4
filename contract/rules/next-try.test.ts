import { describe, expect, test } from 'vitest';
import { maxSnoozeDays } from './callbacks.ts';
import { nextTry, offeredTries } from './next-try.ts';
import type { OfficeHours } from './office-hours.ts';
import { office } from './office-for-tests.ts';

const time = (text: string) => Date.parse(text);
const text = (at: number) => new Date(at).toISOString();
const day = 24 * 60 * 60 * 1000;

const daysFrom = (now: number, length: number) =>
  new Set(Array.from({ length }, (_, ahead) => text(now + ahead * day).slice(0, 10)));

describe('next try', () => {
  const cases: [string, Partial<OfficeHours>, string][] = [
    ['2026-03-04T16:00:00Z', {}, '2026-03-04T23:00:00.000Z'],
    ['2026-03-04T16:00:00Z', { open: [{ weekday: 3, opens: 480, closes: 900 }] }, '2026-03-04T21:30:00.000Z'],
    // the office closes within the hour: another day
    [
      '2026-03-04T16:00:00Z',
      {
        open: [
          { weekday: 3, opens: 480, closes: 600 },
          { weekday: 4, opens: 480, closes: 1020 },
        ],
      },
      '2026-03-05T17:00:00.000Z',
    ],
    // a short day: not before the office opens
    ['2026-03-04T20:00:00Z', { open: [{ weekday: 4, opens: 480, closes: 500 }] }, '2026-03-05T15:00:00.000Z'],
    ['2026-03-04T20:00:00Z', {}, '2026-03-05T17:00:00.000Z'],
    ['2026-03-06T20:00:00Z', {}, '2026-03-09T16:00:00.000Z'],
    ['2026-03-04T20:00:00Z', { holidays: new Set(['2026-03-05']) }, '2026-03-06T17:00:00.000Z'],
    ['2026-03-06T20:00:00Z', { open: [] }, '2026-03-09T16:00:00.000Z'],
  ];
  test.each(cases)('after %s with %j', (now, hours, expected) => {
    expect(text(nextTry(time(now), office(hours)))).toBe(expected);
  });
});

describe('offered tries', () => {
  const offered = (now: string, hours: Partial<OfficeHours> = {}) =>
    offeredTries(time(now), office(hours)).map(({ time: name, at }) => [name, text(at)]);
  const cases: [string, string, Partial<OfficeHours>, [name: string, at: string][]][] = [
    [
      'follow the clock of the office over its change',
      // a Wednesday; daylight saving begins on Sunday
      '2026-03-04T16:30:00.000Z',
      {},
      [
        ['proposed', '2026-03-04T23:00:00.000Z'],
        ['in-an-hour', '2026-03-04T17:30:00.000Z'],
        ['two-business-days', '2026-03-06T23:00:00.000Z'],
        ['a-week', '2026-03-11T22:00:00.000Z'],
      ],
    ],
    [
      'skip days on which the office is closed',
      // a Friday afternoon
      '2026-03-13T20:00:00.000Z',
      { holidays: new Set(['2026-03-17', '2026-03-23']) },
      [
        ['proposed', '2026-03-16T16:00:00.000Z'],
        ['in-an-hour', '2026-03-13T21:00:00.000Z'],
        ['two-business-days', '2026-03-19T16:00:00.000Z'],
        ['a-week', '2026-03-24T16:00:00.000Z'],
      ],
    ],
    [
      'are within the hours of their day, and each only once',
      '2026-03-11T15:00:00.000Z',
      {
        open: [
          { weekday: 3, opens: 540, closes: 1020 },
          { weekday: 5, opens: 540, closes: 720 },
          { weekday: 5, opens: 780, closes: 900 },
        ],
        holidays: new Set(['2026-03-18']),
      },
      [
        ['proposed', '2026-03-11T22:00:00.000Z'],
        ['in-an-hour', '2026-03-11T16:00:00.000Z'],
        ['two-business-days', '2026-03-20T20:30:00.000Z'],
      ],
    ],
    [
      'are not later than a caller can be snoozed',
      '2026-03-11T20:00:00.000Z',
      { holidays: daysFrom(time('2026-03-11T20:00:00.000Z'), 27) },
      [
        ['proposed', '2026-04-07T16:00:00.000Z'],
        ['in-an-hour', '2026-03-11T21:00:00.000Z'],
        ['two-business-days', '2026-04-09T16:00:00.000Z'],
      ],
    ],
  ];
  test.each(cases)('%s', (_, now, hours, expected) => {
    expect(offered(now, hours)).toEqual(expected);
  });

  test('never exceed the longest snooze, however long the office is closed', () => {
    const now = time('2026-06-01T12:30:00.000Z');
    const open = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opens: 540, closes: 1020 }));
    for (let closed = 0; closed <= maxSnoozeDays; closed += 1) {
      const hours = { timeZone: 'America/New_York', open, holidays: daysFrom(now, closed) };
      const tries = offeredTries(now, hours);
      expect(tries.map(({ time: name }) => name)).toContain('proposed');
      for (const { at } of tries) expect([at > now, at <= now + maxSnoozeDays * day]).toEqual([true, true]);
    }
  });
});
