import { type Icon, IconChartBar, IconMailbox, IconMap, IconSettings } from '@tabler/icons-react';
import { paths } from '../paths.ts';

/** A screen that the side menu leads to. */
export interface MenuEntry {
  path: string;
  label: string;
  icon: Icon;
  /** The screen does not work on phones. */
  notOnMobile?: true;
}

/** An entry as displayed: one without a path is disabled, and its label says why. */
export interface DisplayedEntry {
  path: string | null;
  label: string;
  icon: Icon;
}

/** The screens, in the order of the menu. */
export const menuEntries: readonly MenuEntry[] = [
  { path: paths.campaigns, label: 'Campaigns', icon: IconMailbox },
  { path: paths.scoreboard, label: 'Scoreboard', icon: IconChartBar },
  { path: paths.maps, label: 'Map IQ', icon: IconMap, notOnMobile: true },
  { path: paths.settings, label: 'Settings', icon: IconSettings },
];

/** The entries as displayed: on phones, those of screens that do not work there are disabled. */
export function displayedEntries(entries: readonly MenuEntry[], mobile: boolean): DisplayedEntry[] {
  return entries.map(({ path, label, icon, notOnMobile }) =>
    mobile && notOnMobile
      ? { path: null, label: `${label} (mobile unavailable)`, icon }
      : { path, label, icon },
  );
}
