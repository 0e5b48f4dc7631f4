import { IconMap, IconSettings } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { type MenuEntry, menuEntries, displayedEntries } from './menu-entries.ts';

const maps: MenuEntry = { path: '/maps', label: 'Map IQ', icon: IconMap, notOnMobile: true };
const settings: MenuEntry = { path: '/settings', label: 'Settings', icon: IconSettings };

test('the entries stand in their order', () => {
  const order = ['Campaigns', 'Scoreboard', 'Map IQ', 'Settings'];
  const labels = menuEntries.map(({ label }) => label);
  expect(labels).toEqual(order.filter((label) => labels.includes(label)));
  expect(labels).toContain('Settings');
});

test('on a wide screen every entry leads to its screen', () => {
  expect(displayedEntries([maps, settings], false)).toEqual([
    { path: '/maps', label: 'Map IQ', icon: IconMap },
    settings,
  ]);
});

test('on a phone a screen that does not work there is disabled and says so; others are as they were', () => {
  expect(displayedEntries([maps, settings], true)).toEqual([
    { path: null, label: 'Map IQ (mobile unavailable)', icon: IconMap },
    settings,
  ]);
});
