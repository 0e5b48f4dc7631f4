import type { Mailing } from '@mailcall/contract/mailings.ts';
import { expect, test } from 'vitest';
import {
  datesUpTo,
  displayedDays,
  marksOf,
  markText,
  mostText,
  periodsAsCsv,
  periodsIn,
} from './calls-over-time.ts';

const today = '2026-03-18';
const counted = (startDate: string, calls: number, missed = 0, unscored = 0) => ({
  startDate,
  calls,
  opportunity: calls - missed - unscored,
  missed,
  unscored,
  appointments: 1,
  appointmentsByStaff: 1,
});

test.each([
  ['2018-01-01', '2026-03-18', ['2025-11-01', '2026-02-01'], '2025-11-01', '2026-03-18'],
  ['2018-01-01', '2026-03-18', [], '2018-01-01', '2026-03-18'],
  ['2026-01-01', '2026-12-31', ['2026-02-01'], '2026-01-01', '2026-03-18'],
  ['2026-01-01', '2026-12-31', ['2026-04-01'], '2026-01-01', '2026-12-31'],
  ['2031-01-01', '2031-01-02', [], '2031-01-01', '2031-01-02'],
])('%s to %s with calls in %j is displayed from %s to %s', (startDate, endDate, months, from, to) => {
  const periods = months.map((month) => counted(month, 3));
  const days = displayedDays({ periods }, { startDate, endDate }, today);
  expect(days).toEqual({ startDate: from, endDate: to });
});

test('ends dates up to today with their finished part', () => {
  expect(datesUpTo({ startDate: '2026-03-01', endDate: '2026-03-31' }, today).endDate).toBe(today);
  expect(datesUpTo({ startDate: '2026-01-01', endDate: '2026-01-31' }, today).endDate).toBe('2026-01-31');
});

test.each([
  ['day', '2026-03-17', '2026-03-18', ['Mar 17, 2026', 'Mar 18, 2026']],
  [
    'week',
    '2026-02-26',
    '2026-03-18',
    ['Feb 26 – 28, 2026', 'Mar 1 – 7, 2026', 'Mar 8 – 14, 2026', 'Mar 15 – 18, 2026, so far'],
  ],
  ['week', '2025-12-28', '2026-01-03', ['Dec 28, 2025 – Jan 3, 2026']],
  ['month', '2026-01-31', '2026-03-18', ['Jan 31, 2026', 'Feb 2026', 'Mar 1 – 18, 2026, so far']],
] as const)('the %ss from %s to %s are called by their days', (length, startDate, endDate, names) => {
  const periods = periodsIn({ periods: [] }, { startDate, endDate }, { length, today });
  expect(periods.map(({ name }) => name)).toEqual(names);
});

const days = { startDate: '2026-01-15', endDate: '2026-03-18' };
const periods = periodsIn(
  { periods: [counted('2026-01-01', 1200, 4), { ...counted('2026-03-01', 10, 5), opportunity: 2 }] },
  days,
  { length: 'month', today },
);

test('includes periods without calls; other calls are neither opportunity nor missed', () => {
  expect(periods.map(({ calls, other }) => [calls, other])).toEqual([
    [1200, 0],
    [0, 0],
    [10, 3],
  ]);
});

test('names the periods with the most calls and the most missed calls', () => {
  expect(mostText(periods)).toBe(
    'Most calls: Jan 15 – 31, 2026 (1,200 calls). Most missed: Mar 1 – 18, 2026, so far (5 of 10)',
  );
  expect(mostText(periods.slice(1, 2))).toBeNull();
  expect(
    mostText(
      periodsIn(
        { periods: [counted('2026-03-18', 1)] },
        { startDate: today, endDate: today },
        { length: 'day', today },
      ),
    ),
  ).toBe('Most calls: Mar 18, 2026 (1 call). None missed');
});

test('the sentence names equals, and no share of calls that are mostly not scored yet', () => {
  const march = (...counts: [calls: number, missed: number, unscored?: number][]) =>
    periodsIn(
      { periods: counts.map((of, index) => counted(`2026-03-0${index + 1}`, ...of)) },
      { startDate: '2026-03-01', endDate: '2026-03-05' },
      { length: 'day', today },
    );
  expect(mostText(march([9, 1], [9, 2], [9, 2]))).toBe(
    'Most calls: Mar 1, 2026; Mar 2, 2026 and Mar 3, 2026 (9 calls each). Most missed: Mar 2, 2026 and Mar 3, 2026 (2 each)',
  );
  expect(mostText(march([81, 81], [204, 0, 204]))).toBe(
    'Most calls: Mar 2, 2026 (204 calls). 204 of 285 calls are not scored yet',
  );
  expect(mostText(march([90, 1], [20, 8, 12]))).toBe(
    'Most calls: Mar 1, 2026 (90 calls). Most missed: Mar 2, 2026 (8)',
  );
  expect(mostText(march([20, 8, 10]))).toBe(
    'Most calls: Mar 1, 2026 (20 calls). Most missed: Mar 1, 2026 (8 of 20)',
  );
});

test('the file has a line for each period with its days', () => {
  expect(periodsAsCsv(periods)).toBe(
    [
      'From,To,All calls,Opportunity calls,Missed calls,Other calls,Appointments',
      '2026-01-15,2026-01-31,1200,1196,4,0,1',
      '2026-02-01,2026-02-28,0,0,0,0,0',
      '2026-03-01,2026-03-18,10,2,5,3,1',
      '',
    ].join('\r\n'),
  );
});

const mailing = (id: string, deliveryWeek: string | null) => ({ id, deliveryWeek }) as Mailing;

test('marks mailings at their week’s period, close ones by a single marker', () => {
  const weeks = periodsIn(
    { periods: [] },
    { startDate: '2026-01-04', endDate: '2026-02-28' },
    { length: 'week', today },
  );
  const mailings = [
    mailing('last', '2026-02-23'),
    mailing('beside', '2026-01-26'),
    mailing('second', '2026-01-19'),
    mailing('same', '2026-01-19'),
    mailing('before', '2025-12-29'),
    mailing('unknown', null),
  ];
  const found = (apart: number) =>
    marksOf(mailings, weeks, apart).map((mark) => [mark.index, mark.mailings.map(({ id }) => id)]);
  expect(found(1)).toEqual([
    [2, ['second', 'same']],
    [3, ['beside']],
    [7, ['last']],
  ]);
  expect(found(4)).toEqual([
    [2, ['second', 'same', 'beside']],
    [7, ['last']],
  ]);
});

test.each([
  [['MC-1001'], 'Delivered: MC-1001'],
  [['MC-1001', 'MC-1002'], '2 delivered mailings'],
])('a marker of %j says %s', (names, text) => {
  expect(markText(names)).toBe(text);
});
