import { defaultScope } from '@mailcall/contract/scope/scope.ts';
import { expect, test } from 'vitest';
import { downloadFacts } from './download-facts.ts';
import { listFromAddress } from './list-address.ts';

const now = new Date('2026-03-11T15:00:00Z');

test('names the list, the days and the campaigns of a download', () => {
  expect(downloadFacts(listFromAddress({ outcome: 'missed call' }), defaultScope, [], now)).toEqual([
    { name: 'List', value: 'Missed Calls' },
    { name: 'Dates', value: 'Jan 1, 2018 – Mar 11, 2026' },
    { name: 'Campaigns', value: 'All Campaigns' },
  ]);
});

test('writes one day as one date, and follow-ups’ own dates', () => {
  const day = { ...defaultScope, preset: 'day' as const };
  const dates = (outcome: string) =>
    downloadFacts(listFromAddress({ outcome }), day, [], now).find(({ name }) => name === 'Dates')?.value;
  expect(dates('opportunity')).toBe('Mar 11, 2026');
  expect(dates('follow-up')).toBe('Always last 30 days');
});

test('ends the dates of a period that is not over today, as the list does', () => {
  const month = { ...defaultScope, preset: 'month' as const };
  expect(downloadFacts(listFromAddress({}), month, [], now)[1]).toEqual({
    name: 'Dates',
    value: 'Mar 1, 2026 – Mar 11, 2026',
  });
});

test('joins the values of a filter', () => {
  const activeFilters = [
    { name: 'Offer', value: 'Free exam' },
    { name: 'Caller gender', value: 'Female' },
    { name: 'Offer', value: 'Whitening' },
  ];
  expect(downloadFacts(listFromAddress({}), defaultScope, activeFilters, now).slice(3)).toEqual([
    { name: 'Offer', value: 'Free exam, Whitening' },
    { name: 'Caller gender', value: 'Female' },
  ]);
});
