import { expect, test } from 'vitest';
import { dueViewMail, lastMailDay, type ViewMail } from './view-mails.ts';

const monthly: ViewMail = { frequency: 'monthly', weekday: 0 };
const weekly = (weekday: number): ViewMail => ({ frequency: 'weekly', weekday });
const denver = 'America/Denver';

test.each<[what: string, mail: ViewMail, now: string, zone: string, day: string]>([
  ['Wednesday at 8:00', weekly(3), '2026-03-11T14:00:00Z', denver, '2026-03-11'],
  ['Wednesday a minute before', weekly(3), '2026-03-11T13:59:00Z', denver, '2026-03-04'],
  ['a Tuesday of the week', weekly(2), '2026-03-11T13:59:00Z', denver, '2026-03-10'],
  ['a Thursday is of the week before', weekly(4), '2026-03-11T15:00:00Z', denver, '2026-03-05'],
  ['a Sunday evening that is Monday in UTC', weekly(1), '2026-03-16T02:00:00Z', denver, '2026-03-09'],
  ['the first at 8:00', monthly, '2026-05-01T14:00:00Z', denver, '2026-05-01'],
  ['the first a minute before', monthly, '2026-05-01T13:59:00Z', denver, '2026-04-01'],
  ['any day of a month', monthly, '2026-02-28T20:00:00Z', denver, '2026-02-01'],
  ['the first where it is early', monthly, '2026-12-31T20:00:00Z', 'Pacific/Auckland', '2027-01-01'],
])('the last day of %s', (_, mail, now, zone, day) => {
  expect(lastMailDay(mail, new Date(now), zone)).toBe(day);
});

test.each<
  [what: string, mail: ViewMail, last: string, now: string, due: boolean, lastDay: string, next: string]
>([
  [
    'is not due again',
    weekly(3),
    '2026-03-11',
    '2026-03-11T15:00:00Z',
    false,
    '2026-03-11',
    '2026-03-18T14:00:00Z',
  ],
  [
    'is due a week later',
    weekly(3),
    '2026-03-04',
    '2026-03-11T14:00:00Z',
    true,
    '2026-03-11',
    '2026-03-18T14:00:00Z',
  ],
  [
    'is once after an outage of weeks',
    weekly(3),
    '2026-02-04',
    '2026-03-13T09:00:00Z',
    true,
    '2026-03-11',
    '2026-03-18T14:00:00Z',
  ],
  [
    'stays at 8:00 when clocks go forward',
    weekly(0),
    '2026-03-01',
    '2026-03-08T14:00:00Z',
    true,
    '2026-03-08',
    '2026-03-15T14:00:00Z',
  ],
  [
    'stays at 8:00 when clocks go back',
    weekly(0),
    '2026-10-25',
    '2026-10-25T15:00:00Z',
    false,
    '2026-10-25',
    '2026-11-01T15:00:00Z',
  ],
  [
    'is once a month',
    monthly,
    '2026-01-01',
    '2026-03-15T12:00:00Z',
    true,
    '2026-03-01',
    '2026-04-01T14:00:00Z',
  ],
  [
    'goes over the year',
    monthly,
    '2026-11-01',
    '2026-12-01T15:00:00Z',
    true,
    '2026-12-01',
    '2027-01-01T15:00:00Z',
  ],
  [
    'waits after the zone moved west',
    weekly(3),
    '2026-03-11',
    '2026-03-11T13:00:00Z',
    false,
    '2026-03-11',
    '2026-03-18T14:00:00Z',
  ],
  [
    'goes on after a clock was a year ahead',
    weekly(3),
    '2027-03-10',
    '2026-03-13T12:00:00Z',
    false,
    '2026-03-11',
    '2026-03-18T14:00:00Z',
  ],
  [
    'goes on by the month after such a clock',
    monthly,
    '2027-03-01',
    '2026-03-13T12:00:00Z',
    false,
    '2026-03-01',
    '2026-04-01T14:00:00Z',
  ],
])('a mail %s', (_, mail, last, now, isDue, lastDay, next) => {
  expect(dueViewMail(mail, last, new Date(now), denver)).toEqual({
    isDue,
    lastDay,
    nextDueAt: new Date(next),
  });
});
