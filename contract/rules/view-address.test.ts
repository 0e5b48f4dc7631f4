import { expect, test } from 'vitest';
import { isSameView, maxViewAddress, viewAddressOf, viewAddressProblems } from './view-address.ts';
import { viewDescription } from './view-description.ts';

test.each([
  ['without a scope, all accounts and All Time', '/scoreboard', {}, { range: 'all' }],
  ['presets stay names', '/scoreboard', { range: 'last-30-days' }, { range: 'last-30-days' }],
  [
    'chosen days stay days, in order',
    '/campaigns',
    { from: '2026-02-01', to: '2026-01-01' },
    { from: '2026-01-01', to: '2026-02-01' },
  ],
  [
    'without pages, and what is open over the screen',
    '/scoreboard',
    { range: 'year', tab: 'all-calls', page: '3', list: 'offers', metric: 'hold', outcome: 'missed call' },
    { range: 'year', tab: 'all-calls', outcome: 'missed call' },
  ],
  [
    'lists of values, and one alone as a text',
    '/scoreboard',
    { range: 'day', tab: 'all-calls', callerGender: ['Female', 'Male'], hour: ['9'], q: '' },
    { range: 'day', tab: 'all-calls', callerGender: ['Female', 'Male'], hour: '9' },
  ],
  ['without what is so anyway', '/scoreboard', { range: 'all', tab: 'overview' }, { range: 'all' }],
  ['no comparison of All Time', '/scoreboard', { compareWith: 'before' }, { range: 'all' }],
  ['no comparison that is turned off of All Time', '/scoreboard', { compareWith: 'off' }, { range: 'all' }],
  [
    'the usual comparison without its name',
    '/campaigns',
    { range: 'year', compareWith: 'before' },
    { range: 'year' },
  ],
  [
    'a comparison that is turned off',
    '/campaigns',
    { range: 'year', compareWith: 'off' },
    { range: 'year', compareWith: 'off' },
  ],
  ['accounts', '/callbacks', { accounts: 'a,b', caller: 'c1' }, { accounts: 'a,b' }],
  [
    'exceptions',
    '/maps',
    { accounts: '*', exceptAccounts: 'a', table: 'zones', open: 'zone.1' },
    { accounts: '*', exceptAccounts: 'a', table: 'zones' },
  ],
] as const)('a view keeps %s', (_, path, address, kept) => {
  expect(viewAddressOf(path, address)).toEqual(kept);
  expect(isSameView(path, address, kept)).toBe(true);
  expect(isSameView(path, address, { ...kept, sort: 'other' })).toBe(false);
});

test.each([
  ['/scoreboard', { range: 'last-30-days', tab: 'front-desk', accounts: 'a' }, {}],
  ['/scoreboard', { range: 'fortnight' }, { range: /Use one of all, day/ }],
  ['/scoreboard', { range: 'custom' }, { range: /Use one of/ }],
  ['/campaigns', { from: '2026-02-30' }, { from: /2026-01-31/ }],
  ['/campaigns', { type: 'mail' }, { type: /all, mvp-mail/ }],
  ['/campaigns', { compareWith: 'never' }, { compareWith: /before, year-ago/ }],
  ['/campaigns', { accounts: ['a', 'b'] }, { accounts: /one text/ }],
  ['/campaigns', { page: '2' }, { page: /keeps no such parameter/ }],
  ['/tracking-lines', { constructor: 'x' }, { constructor: /keeps no such parameter/ }],
  ['/campaigns', { accounts: 'a'.repeat(maxViewAddress) }, { '': /too much/ }],
] as const)('of %s %j is refused as it should be', (path, address, expected) => {
  const problems = Object.fromEntries(viewAddressProblems(path, address as never));
  expect(Object.keys(problems)).toEqual(Object.keys(expected));
  for (const [name, pattern] of Object.entries(expected)) expect(problems[name]).toMatch(pattern);
});

test.each([
  ['/scoreboard', { range: 'last-30-days', accounts: 'a' }, 'Scoreboard · Silver Dental · Last 30 days'],
  ['/scoreboard', { accounts: 'z' }, 'Scoreboard · 1 account · All time'],
  [
    '/scoreboard',
    { range: 'week', tab: 'front-desk', accounts: 'a,z', compareWith: 'year-ago', type: 'mvp-mail' },
    'Front Desk · 2 accounts · Week · Mailing Campaigns · compared with the same weeks a year ago',
  ],
  [
    '/scoreboard',
    { tab: 'all-calls', outcome: 'missed call', q: 'Maria Garcia', hour: '9', from: '2026-01-01' },
    'Missed Calls · All accounts · Jan 1, 2026 · 2 filters',
  ],
  [
    '/scoreboard',
    { tab: 'all-calls', onHold: '1', from: '2026-01-01', to: '2026-01-31' },
    'Opportunity Calls · All accounts · Jan 1, 2026 - Jan 31, 2026 · 1 filter',
  ],
  ['/callbacks', { accounts: '*', exceptAccounts: 'b', range: 'day' }, 'Callbacks · All accounts but 1'],
  ['/callbacks', { list: 'snoozed' }, 'Callbacks: Snoozed · All accounts'],
  ['/callbacks', { tab: 'figures', range: 'day' }, 'Callbacks: Figures · All accounts · Day'],
  ['/tracking-lines', { accounts: 'none' }, 'Tracking Lines · No accounts'],
  ['/maps', { range: 'year' }, 'Map IQ · All accounts · Year'],
] as const)('%s with %j is described as "%s"', (path, address, text) => {
  const nameOf = (id: string) => (id === 'a' ? 'Silver Dental' : undefined);
  expect(viewDescription({ path, address }, nameOf)).toBe(text);
});
