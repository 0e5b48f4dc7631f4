// @vitest-environment jsdom
import {
  dateRangeOf,
  defaultScope,
  scopeFromAddress,
  type ScopeAddress,
} from '@mailcall/contract/scope/scope.ts';
import { expect, test } from 'vitest';
import { foundGroups, offeredGroups, statusText } from './search-items.ts';

const today = new Date('2026-03-11T15:00:00Z');
const context = {
  scope: { ...defaultScope, accountIds: ['own'] },
  today,
  pages: [{ path: '/settings', label: 'Settings' }],
  views: [],
  nameOf: ({ accountId, accountName }: { accountId: string; accountName: string }) =>
    accountId === 'own' ? 'Silver Dental (Boulder, CO)' : accountName,
};
const firstOf = (words: string) => foundGroups(words, null, context)[0]?.items[0];

test.each([
  [
    'missed yesterday',
    '/scoreboard',
    { tab: 'all-calls', outcome: 'missed call' },
    '2026-03-10',
    '2026-03-10',
  ],
  ['MISSED today', '/scoreboard', { outcome: 'missed call' }, '2026-03-11', '2026-03-11'],
  ['missed calls this week', '/scoreboard', { outcome: 'missed call' }, '2026-03-08', '2026-03-14'],
  ['this week’s opportunities', '/scoreboard', { outcome: 'opportunity' }, '2026-03-08', '2026-03-14'],
  ['opportunities today', '/scoreboard', { outcome: 'opportunity' }, '2026-03-11', '2026-03-11'],
  ['appointments month', '/scoreboard', { outcome: 'appointments' }, '2026-03-01', '2026-03-31'],
  ['call back', '/callbacks', {}, '2018-01-01', '2026-03-11'],
  ['callback', '/callbacks', {}, '2018-01-01', '2026-03-11'],
  ['follow-up', '/scoreboard', { outcome: 'follow-up' }, '2018-01-01', '2026-03-11'],
  ['all calls', '/scoreboard', { outcome: 'all calls' }, '2018-01-01', '2026-03-11'],
  ['front desk', '/scoreboard', { tab: 'front-desk' }, '2026-03-01', '2026-03-31'],
  ['last month', '/scoreboard', {}, '2026-02-01', '2026-02-28'],
])('"%s" leads to %s with %j, from %s to %s, of the accounts that are selected', (...row) => {
  const [words, path, address, startDate, endDate] = row;
  const item = firstOf(words);
  expect(item).toMatchObject({ path, address });
  const scope = scopeFromAddress(item?.address as ScopeAddress);
  expect(scope.accountIds).toEqual(['own']);
  expect(dateRangeOf(scope, today)).toEqual({ startDate, endDate });
});

test('finds pages by name and nothing by other words', () => {
  expect(firstOf('sett')).toMatchObject({ path: '/settings', choice: { kind: 'page', id: '/settings' } });
  expect(foundGroups('maria', null, context)).toEqual([]);
});

const found = {
  callers: [
    {
      callId: 'c1',
      accountId: 'own',
      accountName: 'Silver Dental',
      callerName: null,
      callerIdName: 'GARCIA MARIA',
      callerPhoneNumber: '+13035550188',
      dateTime: '2026-03-10T16:05:00Z',
      timeZone: 'America/Denver',
    },
  ],
  mailings: [
    {
      id: 'm1',
      name: 'Spring',
      orderNumber: 'AVL-1',
      label: null,
      accountId: 'own',
      accountName: 'Silver Dental',
      deliveryWeek: '2026-03-02',
    },
  ],
  lines: [
    {
      id: 'l1',
      accountId: 'own',
      accountName: 'Silver Dental',
      name: '+18285550100',
      number: '+18285550100',
    },
  ],
  offices: [{ id: 'sub', name: 'Silver North' }],
  sentences: [
    {
      callId: 'c2',
      accountId: 'own',
      accountName: 'Silver Dental',
      callerName: null,
      callerIdName: null,
      callerPhoneNumber: null,
      dateTime: '2026-03-10T16:05:00Z',
      timeZone: 'America/Denver',
      text: 'How much is a cleaning?',
      from: 4800,
    },
  ],
};

test('describes and links what the server finds', () => {
  const items = foundGroups('zz', found, context).map(({ heading, items: [item] }) => [
    heading,
    item?.label,
    item?.description,
    item?.path,
    item?.address,
  ]);
  const own = {
    accounts: 'own',
    exceptAccounts: undefined,
    range: undefined,
    from: undefined,
    to: undefined,
  };
  expect(items).toMatchObject([
    [
      'Callers',
      'Garcia Maria',
      '+1 (303) 555-0188 · Last call 3/10/26 @ 10:05 am · Silver Dental (Boulder, CO)',
      '/callers/c1',
      own,
    ],
    [
      'Mailings',
      'Spring',
      'AVL-1 · Delivery week of Mar 2, 2026 · Silver Dental (Boulder, CO)',
      '/campaigns/m1',
      own,
    ],
    [
      'Tracking Lines',
      '+1 (828) 555-0100',
      'Silver Dental (Boulder, CO)',
      '/tracking-lines',
      { accounts: 'own', q: '+18285550100', inactive: '1' },
    ],
    ['Offices', 'Silver North', '', '/scoreboard', { accounts: 'sub' }],
    [
      'Said in calls',
      '“How much is a cleaning?”',
      'Unknown caller · 3/10/26 @ 10:05 am · Silver Dental (Boulder, CO)',
      '/scoreboard/c2',
      own,
    ],
  ]);
});

const springView = {
  id: 'v1',
  name: 'Spring',
  description: 'Scoreboard · Last 30 days',
  path: '/scoreboard' as const,
  address: {},
  leftOutAccounts: 0,
  leftOutFilters: 0,
  hasNoAccounts: false,
  sharedWith: null,
  isOwn: true,
  ownerName: null,
  canChange: true,
  revision: 1,
  isStartPage: false,
  mail: { frequency: 'off' as const, weekday: 1, timeZone: 'UTC' },
};

test.each([
  // keeps displayed results in place in either order of the two responses
  [null, null, []],
  [null, found, []],
  [[springView], null, ['Views']],
  [[springView], found, ['Views', 'Callers', 'Mailings', 'Tracking Lines', 'Offices', 'Said in calls']],
  [[], found, ['Callers', 'Mailings', 'Tracking Lines', 'Offices', 'Said in calls']],
])('with the views %j and what the server found, %j, the groups are %j', (views, answer, headings) => {
  const groups = foundGroups('spring', answer, { ...context, views });
  expect(groups.map(({ heading }) => heading)).toEqual(headings);
});

const idle = { isSearching: false, hasFailed: false };
test.each([
  ['', 12, idle, ''],
  ['ann', 0, { ...idle, isSearching: true }, 'Searching'],
  ['ann', 0, idle, 'Nothing found'],
  ['ann', 1, idle, '1 result'],
  ['ann', 2, idle, '2 results'],
  // the failure is an alert, because an empty result is not certain
  ['ann', 0, { ...idle, hasFailed: true }, ''],
  ['ann', 2, { ...idle, hasFailed: true }, '2 results'],
])('of %j with %i results, %j, a screen reader says %j', (typed, count, state, text) => {
  expect(statusText(typed, count, state)).toBe(text);
});

test('lists recent choices first, in order, without removed ones', () => {
  const recent = [
    { kind: 'office', id: 'sub' },
    { kind: 'call', id: 'gone' },
    { kind: 'command', id: 'missed-yesterday' },
    { kind: 'call', id: 'c1' },
  ] as const;
  const [first, ...others] = offeredGroups(recent, found, context);
  expect(first?.items.map(({ label }) => label)).toEqual([
    'Silver North',
    'Missed calls yesterday',
    'Garcia Maria',
  ]);
  expect(others.map(({ heading }) => heading)).toEqual(['Commands', 'Pages']);
  expect(offeredGroups([], null, context).map(({ heading }) => heading)).toEqual(['Commands', 'Pages']);
});
