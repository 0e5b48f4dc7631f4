import { defaultScope, type Scope } from '@mailcall/contract/scope/scope.ts';
import { expect, test } from 'vitest';
import { shortAccounts, footnoteText, shortDates } from './short-texts.ts';

const now = new Date('2026-11-22T20:00:00.000Z');
const custom = (startDate: string, endDate: string): Partial<Scope> => ({
  preset: 'custom',
  custom: { startDate, endDate },
});

test.each<[Partial<Scope>, string]>([
  [{}, 'All Time'],
  [{ preset: 'day' }, 'Nov 22, 2026'],
  [{ preset: 'month' }, 'Nov 2026'],
  [{ preset: 'year' }, '2026'],
  [{ preset: 'last-month' }, 'Oct 2026'],
  [{ preset: 'last-30-days' }, 'Oct 24 – Nov 22, 2026'],
  [{ preset: 'last-quarter' }, 'Jul – Sep 2026'],
  [{ preset: 'last-year' }, '2025'],
  [custom('2026-02-01', '2026-02-28'), 'Feb 2026'],
  [custom('2028-02-01', '2028-02-28'), 'Feb 1 – Feb 28, 2028'],
  [custom('2025-12-01', '2026-01-31'), 'Dec 2025 – Jan 2026'],
  [custom('2025-12-31', '2026-01-01'), 'Dec 31, 2025 – Jan 1, 2026'],
  [custom('2026-03-02', '2026-03-08'), 'Mar 2 – Mar 8, 2026'],
])('the dates of %j are %s', (dates, text) => {
  expect(shortDates({ ...defaultScope, ...dates }, now)).toBe(text);
});

test('ends a week today', () => {
  const wednesday = new Date('2026-11-25T20:00:00.000Z');
  expect(shortDates({ ...defaultScope, preset: 'week' }, wednesday)).toBe('Nov 22 – Nov 25, 2026');
});

test.each([
  [0, 4, 'No accounts selected'],
  [1, 1, 'Silverwren Dental'],
  [1, 4, 'Silverwren Dental'],
  [3, 4, '3 accounts'],
  [4, 4, 'All accounts'],
  [999, 1000, '999 accounts'],
  [1200, 5000, '1,200 accounts'],
])('%i of %i accounts are %s', (selected, total, text) => {
  const name = selected === 0 ? 'No accounts selected' : 'Silverwren Dental';
  expect(shortAccounts({ name, selected, total })).toBe(text);
});

test.each([
  ['2018-01-02T23:30:00.000Z', ['UTC'], {}, '01/02/2018'],
  // 8 pm on November 23 in Asheville
  ['2026-11-24T01:00:00.000Z', ['America/New_York'], {}, '11/23/2026'],
  // 8 pm on November 23 in Honolulu, when it is November 24 in Asheville
  [
    '2026-11-24T06:00:00.000Z',
    ['America/New_York', 'Pacific/Honolulu'],
    { startDate: '2026-11-01', endDate: '2026-11-23' },
    '11/23/2026',
  ],
  // the dates do not begin with that day
  ['2026-11-24T06:00:00.000Z', ['America/New_York', 'Pacific/Honolulu'], {}, '11/23/2026'],
])('the footnote of calls since %s with days of %j and dates %j says %s', (since, zones, dates, day) => {
  expect(footnoteText(since, zones, dates)).toMatch(new RegExp(`calls we scored since ${day}$`));
});
