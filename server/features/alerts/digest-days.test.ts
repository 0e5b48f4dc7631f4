import { describe, expect, test } from 'vitest';
import { dayBefore, dueDigests, lastDailyDay, lastMonday, nextDueAt, weekBefore } from './digest-days.ts';

test.each([
  ['2026-03-11T11:59:59Z', 'America/New_York', '2026-03-10'],
  ['2026-03-11T12:00:00Z', 'America/New_York', '2026-03-11'],
  ['2026-03-11T12:00:00Z', 'America/Los_Angeles', '2026-03-10'],
  // the day before the clocks go forward, and after
  ['2026-03-07T13:00:00Z', 'America/New_York', '2026-03-07'],
  ['2026-03-08T12:00:00Z', 'America/New_York', '2026-03-08'],
  // the clocks go back
  ['2026-11-01T12:59:00Z', 'America/New_York', '2026-10-31'],
  ['2026-11-01T13:00:00Z', 'America/New_York', '2026-11-01'],
  ['2026-03-11T18:00:00Z', 'Pacific/Honolulu', '2026-03-11'],
  ['2026-03-11T17:59:00Z', 'Pacific/Honolulu', '2026-03-10'],
])('at %s in %s the daily messages of %s are the last due', (now, zone, day) => {
  expect(lastDailyDay(new Date(now), zone)).toBe(day);
});

test.each([
  ['2026-03-09', '2026-03-09'],
  ['2026-03-10', '2026-03-09'],
  ['2026-03-15', '2026-03-09'],
  ['2026-03-16', '2026-03-16'],
])('the last Monday on or before %s is %s', (day, monday) => {
  expect(lastMonday(day)).toBe(monday);
});

test.each([
  ['2026-03-06', 'America/Chicago', '2026-03-07T14:00:00Z'],
  ['2026-03-07', 'America/Chicago', '2026-03-08T13:00:00Z'],
  ['2026-10-31', 'America/Chicago', '2026-11-01T14:00:00Z'],
  ['2026-07-01', 'America/Phoenix', '2026-07-02T15:00:00Z'],
])('after %s in %s messages are due at %s', (day, zone, at) => {
  expect(nextDueAt(day, zone)).toEqual(new Date(at));
});

test('takes yesterday, or the last week from Sunday to Saturday', () => {
  const yesterday = { startDate: '2026-02-28', endDate: '2026-02-28' };
  const [newYork, guam, samoa] = ['America/New_York', 'Pacific/Guam', 'Pacific/Pago_Pago'];
  expect(dayBefore('2026-03-01', newYork, ['UTC'])).toEqual(yesterday);
  expect(dayBefore('2026-03-01', samoa, ['UTC'])).toEqual(yesterday);
  // at 8:00 in Guam the previous UTC day has not ended
  expect(dayBefore('2026-03-02', guam, ['UTC'])).toEqual(yesterday);
  expect(dayBefore('2026-03-01', guam, [guam])).toEqual(yesterday);
  expect(dayBefore('2026-03-01', newYork, [newYork])).toEqual(yesterday);
  // offices further east do not change that, those further west do
  expect(dayBefore('2026-03-01', newYork, [guam, newYork])).toEqual(yesterday);
  expect(dayBefore('2026-03-02', guam, [guam, newYork, 'Pacific/Honolulu'])).toEqual(yesterday);
  expect(weekBefore('2026-03-09')).toEqual({ startDate: '2026-03-01', endDate: '2026-03-07' });
});

describe('due messages', () => {
  const zone = 'America/Denver';
  const due = (dailyDay: string, weeklyDay: string, now: string, timeZone = zone) => {
    const { daily, weekly, days } = dueDigests({ dailyDay, weeklyDay }, new Date(now), timeZone);
    return [daily, weekly, days.dailyDay, days.weeklyDay];
  };
  test.each<[string, string, string, string, string, unknown[]]>([
    [
      'nothing before 8:00',
      '2026-03-10',
      '2026-03-09',
      '2026-03-11T13:59:00Z',
      zone,
      [false, false, '2026-03-10', '2026-03-09'],
    ],
    [
      'the daily ones at 8:00',
      '2026-03-10',
      '2026-03-09',
      '2026-03-11T14:00:00Z',
      zone,
      [true, false, '2026-03-11', '2026-03-09'],
    ],
    [
      'both on Monday',
      '2026-03-15',
      '2026-03-09',
      '2026-03-16T14:00:00Z',
      zone,
      [true, true, '2026-03-16', '2026-03-16'],
    ],
    [
      'one of each after an outage',
      '2026-02-20',
      '2026-02-16',
      '2026-03-12T20:00:00Z',
      zone,
      [true, true, '2026-03-12', '2026-03-09'],
    ],
    [
      'nothing twice on a day whose zone moves west',
      '2026-03-11',
      '2026-03-09',
      '2026-03-11T15:30:00Z',
      'America/Los_Angeles',
      [false, false, '2026-03-11', '2026-03-09'],
    ],
    [
      'nothing twice on a day whose zone moves east',
      '2026-03-11',
      '2026-03-09',
      '2026-03-11T15:30:00Z',
      'America/New_York',
      [false, false, '2026-03-11', '2026-03-09'],
    ],
    [
      'nothing for a day that is over again',
      '2026-03-11',
      '2026-03-09',
      '2026-03-11T12:00:00Z',
      'Pacific/Honolulu',
      [false, false, '2026-03-11', '2026-03-09'],
    ],
    [
      'nothing on a day that a moved zone has used',
      '2026-03-16',
      '2026-03-16',
      '2026-03-15T15:00:00Z',
      zone,
      [false, false, '2026-03-16', '2026-03-16'],
    ],
    [
      'nothing at once after a clock that was ahead',
      '2026-04-02',
      '2026-03-30',
      '2026-03-11T15:00:00Z',
      zone,
      [false, false, '2026-03-11', '2026-03-09'],
    ],
    [
      'the daily ones of the day after a clock that was ahead',
      '2026-03-11',
      '2026-03-30',
      '2026-03-12T15:00:00Z',
      zone,
      [true, false, '2026-03-12', '2026-03-09'],
    ],
  ])('is %s', (_, dailyDay, weeklyDay, now, timeZone, expected) => {
    expect(due(dailyDay, weeklyDay, now, timeZone)).toEqual(expected);
  });
});
