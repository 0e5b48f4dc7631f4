import { describe, expect, test } from 'vitest';
import {
  hoursProblems,
  inputOf,
  isChangedFrom,
  toSavedHours,
  timeAfter,
  withKnownHours,
  withMondayCopied,
} from './office-hours-input.ts';

const open = [
  { weekday: 1, opens: 480, closes: 720 },
  { weekday: 1, opens: 780, closes: 1440 },
  { weekday: 6, opens: 600, closes: 840 },
];
const holidays = [{ date: '2026-11-26', name: 'Thanksgiving' }];
const stored = inputOf({ open, holidays });
const unknown = inputOf({ open: [], holidays: [] });
const monday = (...times: [string, string][]) => ({
  ...unknown,
  known: true,
  days: unknown.days.map((day, weekday) =>
    weekday === 1 ? { isOpen: true, times: times.map(([opens, closes]) => ({ opens, closes })) } : day,
  ),
});

test('saves stored hours as displayed, even until midnight', () => {
  expect(stored.days[1]?.times[1]).toEqual({ opens: '13:00', closes: '00:00' });
  expect(toSavedHours(stored)).toEqual({ open, holidays });
  expect(isChangedFrom(stored, stored)).toBe(false);
});

test('starts unknown hours with the usual ones and copies Monday to the open days', () => {
  const known = withKnownHours(unknown);
  expect(toSavedHours(known).open.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5]);
  expect(isChangedFrom(known, unknown)).toBe(true);
  const copied = toSavedHours(withMondayCopied(stored)).open;
  expect(copied.filter(({ weekday }) => weekday === 6)).toEqual(
    open.slice(0, 2).map((time) => ({ ...time, weekday: 6 })),
  );
  expect(copied).toHaveLength(4);
});

describe('reports a problem at its field:', () => {
  test.each([
    [monday(['08:00', '17:00']), []],
    [monday(['', '17:00']), [['1.0.opens', 'Enter a time']]],
    [monday(['08:00', '']), [['1.0.closes', 'Enter a time']]],
    [monday(['17:00', '08:00']), [['1.0.closes', 'Closes before it opens']]],
    [monday(['08:00', '12:00'], ['11:00', '17:00']), [['1.1.opens', 'Overlaps a time above']]],
    [monday(['13:00', '00:00'], ['08:00', '12:00']), []],
    [{ ...unknown, known: true }, [['days', 'Choose at least one day.']]],
    [
      {
        ...unknown,
        holidays: ['2026-07-03', '2026-07-03', ''].map((date, key) => ({ key: `${key}`, date, name: '' })),
      },
      [
        ['holiday.1', 'This date is listed already'],
        ['holiday.2', 'Enter a date'],
      ],
    ],
  ])('%#', (input, problems) => {
    expect([...hoursProblems(input)]).toEqual(problems);
  });
});

test.each([
  [['08:00', '12:00'], { opens: '13:00', closes: '17:00' }],
  [['08:00', '21:30'], { opens: '22:30', closes: '00:00' }],
  [['08:00', '00:00'], { opens: '23:00', closes: '00:00' }],
] as const)('after %j another time begins an hour later', ([opens, closes], expected) => {
  expect(timeAfter({ isOpen: true, times: [{ opens, closes }] })).toEqual(expected);
});
