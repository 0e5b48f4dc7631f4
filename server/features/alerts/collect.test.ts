import { expect, test } from 'vitest';
import { keptAreDue, sentByThemselves, sharedMessages } from './collect.ts';

const now = new Date('2026-03-11T15:00:00Z');
const ago = (...minutes: number[]) => minutes.map((minute) => new Date(now.getTime() - minute * 60_000));

test.each<[string, number, number[], boolean, number]>([
  ['one alone', 1, [], false, 1],
  ['five of seven', 7, [], false, 5],
  ['the fifth', 2, [9, 5, 3, 1], false, 1],
  ['none after five', 1, [9, 8, 5, 3, 1], false, 0],
  ['one when the first of five is ten minutes old', 1, [10, 8, 5, 3, 1], false, 1],
  ['none while others are kept', 1, [9], true, 0],
  ['one after five of a clock that was ahead', 1, [-10, -20, -20, -20, -20], false, 1],
])('sends by themselves %s', (_, count, writtenMinutesAgo, keeps, expected) => {
  expect(sentByThemselves(count, { writtenAt: ago(...writtenMinutesAgo), keeps }, now)).toBe(expected);
});

test('sends held alerts ten minutes after the first', () => {
  expect(ago(-10, -9.99, 9.99, 10).map((at) => keptAreDue(at, now))).toEqual([true, false, false, true]);
});

const opportunity = 'New Opportunity Call Alert';
const appointment = 'New Appointment Call Alert';
test.each([
  [
    'both of a call',
    [
      [opportunity, '1'],
      [appointment, '1'],
    ],
    [
      [
        [appointment, '1'],
        [opportunity, '1'],
      ],
    ],
  ],
  [
    'of two calls',
    [
      [appointment, '1'],
      [opportunity, '2'],
    ],
    [[[appointment, '1']], [[opportunity, '2']]],
  ],
  [
    'a missed one',
    [
      ['Missed Call Alert', '1'],
      [appointment, '1'],
    ],
    [[['Missed Call Alert', '1']], [[appointment, '1']]],
  ],
  ['an opportunity alone', [[opportunity, '1']], [[[opportunity, '1']]]],
] as const)(
  'writes one message of a call for its opportunity and its appointment: %s',
  (_, alerts, expected) => {
    const told = alerts.map(([alertType, eventKey]) => ({ accountId: 'A', alertType, eventKey }));
    expect(
      sharedMessages(told).map((group) => group.map(({ alertType, eventKey }) => [alertType, eventKey])),
    ).toEqual(expected);
  },
);
