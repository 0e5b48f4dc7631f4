import { IconMap, IconSettings } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { type MenuEntry, menuEntries, displayedEntries } from './menu-entries.ts';

const maps: MenuEntry = { path: '/maps', label: 'Map IQ', icon: IconMap, notOnMobile: true };
const settings: MenuEntry = { path: '/settings', label: 'Settings', icon: IconSettings };

test('lists the entries in their order', () => {
  const order = ['Campaigns', 'Scoreboard', 'Map IQ', 'Settings'];
  const labels = menuEntries.map(({ label }) => label);
  expect(labels).toEqual(order.filter((label) => labels.includes(label)));
  expect(labels).toContain('Settings');
});

test('links every entry to its screen on a wide screen', () => {
  expect(displayedEntries([maps, settings], false)).toEqual([
    { path: '/maps', label: 'Map IQ', icon: IconMap },
    settings,
  ]);
});

test('disables the entries of screens that do not work on a phone, and says so', () => {
  expect(displayedEntries([maps, settings], true)).toEqual([
    { path: null, label: 'Map IQ (mobile unavailable)', icon: IconMap },
    settings,
  ]);
});
