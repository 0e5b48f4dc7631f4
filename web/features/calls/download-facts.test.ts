import { defaultScope } from '@mailcall/contract/scope/scope.ts';
import { expect, test } from 'vitest';
import { downloadFacts } from './download-facts.ts';
import { listFromAddress } from './list-address.ts';
import { dateFacts } from './list-facts.ts';

const now = new Date('2026-03-11T15:00:00Z');

test('names the list, the days above the list and the campaigns of a download', () => {
  expect(downloadFacts(listFromAddress({ outcome: 'missed call' }), defaultScope, [], now)).toEqual([
    { name: 'List', value: 'Missed Calls' },
    { name: 'Dates', value: dateFacts('missed call', defaultScope, now) },
    { name: 'Campaigns', value: 'All Campaigns' },
  ]);
});

test('writes one day as one date, and follow-ups’ own dates', () => {
  const day = { ...defaultScope, preset: 'day' as const };
  const dates = (outcome: string) =>
    downloadFacts(listFromAddress({ outcome }), day, [], now).find(({ name }) => name === 'Dates')?.value;
  expect(dates('opportunity')).toBe(dateFacts('opportunity', day, now));
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
