import { defaultScope, type Scope } from '@mailcall/contract/scope/scope.ts';
import { expect, test } from 'vitest';
import { listFacts } from './list-facts.ts';
import type { ListKind } from './sub-tabs.ts';

const now = new Date('2026-03-18T20:00:00.000Z');
const march = { startDate: '2026-03-02', endDate: '2026-03-08' };

test.each<[ListKind, Partial<Scope>, string[]]>([
  ['opportunity', {}, ['Opportunity Calls', 'All time: 01/01/2018 - 03/18/2026', 'All Campaigns']],
  [
    'missed call',
    { preset: 'last-month' },
    ['Missed Calls', 'Last month: 02/01/2026 - 02/28/2026', 'All Campaigns'],
  ],
  ['all calls', { preset: 'year' }, ['All Calls', 'Year: 01/01/2026 - 03/18/2026', 'All Campaigns']],
  ['missed call', { preset: 'day' }, ['Missed Calls', 'Day: 03/18/2026', 'All Campaigns']],
  [
    'all calls',
    { preset: 'custom', custom: march, campaignType: 'mvp-mail' },
    ['All Calls', 'Custom Date Range: 03/02/2026 - 03/08/2026', 'Mailing Campaigns'],
  ],
  [
    'follow-up',
    { preset: 'week', campaignType: 'non-mailing' },
    ['Follow-up Calls', 'Always last 30 days', 'Non-Mailing Campaigns'],
  ],
])('describes a list of %s with %j as %j', (kind, change, facts) => {
  expect(listFacts(kind, { ...defaultScope, ...change }, now)).toEqual(facts);
});
