import { defaultScope, type Scope } from '@mailcall/contract/scope/scope.ts';
import { expect, test } from 'vitest';
import { listFacts } from './list-facts.ts';
import type { ListKind } from './sub-tabs.ts';

const now = new Date('2026-03-18T20:00:00.000Z');
const march = { startDate: '2026-03-02', endDate: '2026-03-08' };

test.each<[ListKind, Partial<Scope>, string[]]>([
  ['opportunity', {}, ['Opportunity Calls', 'All time: Jan 1, 2018 – Mar 18, 2026', 'All Campaigns']],
  [
    'missed call',
    { preset: 'last-month' },
    ['Missed Calls', 'Last month: Feb 1 – 28, 2026', 'All Campaigns'],
  ],
  ['all calls', { preset: 'year' }, ['All Calls', 'Year: Jan 1 – Mar 18, 2026', 'All Campaigns']],
  ['missed call', { preset: 'day' }, ['Missed Calls', 'Day: Mar 18, 2026', 'All Campaigns']],
  [
    'all calls',
    { preset: 'custom', custom: march, campaignType: 'mvp-mail' },
    ['All Calls', 'Custom Date Range: Mar 2 – 8, 2026', 'Mailing Campaigns'],
  ],
  [
    'follow-up',
    { preset: 'week', campaignType: 'non-mailing' },
    ['Follow-up Calls', 'Always last 30 days', 'Non-Mailing Campaigns'],
  ],
])('describes a list of %s with %j as %j', (kind, change, facts) => {
  expect(listFacts(kind, { ...defaultScope, ...change }, now)).toEqual(facts);
});
