import type { TeamRole } from '@mailcall/contract/rules/team-roles.ts';
import { IconMap, IconSettings } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { displayedEntries, entriesFor, type MenuEntry, menuEntries, openablePages } from './menu-entries.ts';

const maps: MenuEntry = { path: '/maps', label: 'Map IQ', icon: IconMap, notOnMobile: true };
const settings: MenuEntry = { path: '/settings', label: 'Settings', icon: IconSettings };

test('lists the entries in order', () => {
  const order = ['Today', 'Campaigns', 'Scoreboard', 'Map IQ', 'Callbacks', 'Settings'];
  const labels = menuEntries.map(({ label }) => label);
  expect(labels).toEqual(order.filter((label) => labels.includes(label)));
  expect(labels).toContain('Settings');
});

test('links every entry on a wide screen', () => {
  expect(displayedEntries([maps, settings], false)).toEqual([
    { path: '/maps', label: 'Map IQ', icon: IconMap },
    settings,
  ]);
});

test('disables screens that do not work on phones and says why', () => {
  expect(displayedEntries([maps, settings], true)).toEqual([
    { path: null, label: 'Map IQ (mobile unavailable)', icon: IconMap },
    settings,
  ]);
});

test.each([
  [[], ['a'], false, menuEntries.map(({ label }) => label)],
  [
    ['operator'],
    ['a'],
    false,
    ['Today', 'Campaigns', 'Scoreboard', 'Map IQ', 'Callbacks', 'System', 'Settings'],
  ],
  [['operator'], [], false, ['System']],
  [['operator'], ['a'], true, menuEntries.map(({ label }) => label)],
])(
  'with the roles %j, the accounts %j and limited access %j the menu is %j',
  (roles, accounts, limited, labels) => {
    expect(
      entriesFor({ roles, team: [], accounts, limited, guest: false }).map(({ label }) => label),
    ).toEqual(labels);
  },
);

test.each<[team: TeamRole[], labels: string[]]>([
  [['scorer'], ['Scoring', 'Settings']],
  [['scoring-lead'], ['Scoring', 'Settings']],
  [['operator'], ['Scoring', 'Provider Desk', 'Settings']],
  [
    ['scorer', 'operator'],
    ['Scoring', 'Provider Desk', 'Settings'],
  ],
  [['account-manager'], ['Provider Desk', 'Settings']],
  [
    ['designer', 'scorer'],
    ['Scoring', 'Provider Desk', 'Settings'],
  ],
])('shows the team with the roles %j only %j', (team, labels) => {
  const entries = entriesFor({ roles: team, team, accounts: [], limited: false, guest: false });
  expect(entries.map(({ label }) => label)).toEqual(labels);
});

test('hides the settings from guests with any role', () => {
  const entries = entriesFor({ roles: ['operator'], team: [], accounts: ['a'], limited: false, guest: true });
  expect(entries.map(({ label }) => label)).toEqual([
    'Today',
    'Campaigns',
    'Scoreboard',
    'Map IQ',
    'Callbacks',
  ]);
});

test('offers pages below others in search only to people with accounts', () => {
  const paths = (accounts: string[], mobile: boolean) =>
    openablePages({ roles: [], team: [], accounts, limited: false, guest: false }, mobile).map(
      ({ path }) => path,
    );
  expect(paths(['a'], false)).toEqual([
    '/today',
    '/campaigns',
    '/scoreboard',
    '/maps',
    '/callbacks',
    '/settings',
    '/tracking-lines',
    '/areas',
  ]);
  expect(paths(['a'], true)).not.toContain('/maps');
  expect(paths([], false)).not.toContain('/tracking-lines');
});
