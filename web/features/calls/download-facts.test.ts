import { defaultScope } from '@mailcall/contract/scope/scope.ts';
import { expect, test } from 'vitest';
import { downloadFacts } from './download-facts.ts';
import { listFromAddress } from './list-address.ts';

const now = new Date('2026-03-11T15:00:00Z');

test('names list, days and campaigns of a download', () => {
  expect(downloadFacts(listFromAddress({ outcome: 'missed call' }), defaultScope, [], now)).toEqual([
    { name: 'List', value: 'Missed Calls' },
    { name: 'Dates', value: 'Jan 1, 2018 - Mar 11, 2026' },
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
