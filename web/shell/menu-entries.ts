import { operatorRole } from '@mailcall/contract/rules/roles.ts';
import {
  type Icon,
  IconChartBar,
  IconMailbox,
  IconMap,
  IconServerCog,
  IconSettings,
} from '@tabler/icons-react';
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

const operate: MenuEntry = { path: paths.operate, label: 'Operate', icon: IconServerCog };

/** What a person's menu depends on. */
interface MenuPerson {
  roles: readonly string[];
  accounts: readonly unknown[];
  limited: boolean;
  guest: boolean;
}

/** The entries of a person with these roles: an operator has one more, and without accounts no other; a guest has no settings. */
export function entriesFor({ roles, accounts, limited, guest }: MenuPerson): readonly MenuEntry[] {
  if (guest) return menuEntries.filter(({ path }) => path !== paths.settings);
  if (limited || !roles.includes(operatorRole)) return menuEntries;
  return accounts.length === 0 ? [operate] : [...menuEntries, operate];
}

/** The entries as displayed: on phones, those of screens that do not work there are disabled. */
export function displayedEntries(entries: readonly MenuEntry[], mobile: boolean): DisplayedEntry[] {
  return entries.map(({ path, label, icon, notOnMobile }) =>
    mobile && notOnMobile
      ? { path: null, label: `${label} (mobile unavailable)`, icon }
      : { path, label, icon },
  );
}

/** A page that the search leads to. */
export interface OpenablePage {
  path: string;
  label: string;
}

/** The screens that other screens lead to. */
const screensBelow: readonly OpenablePage[] = [
  { path: paths.callbacks, label: 'Callbacks' },
  { path: paths.trackingLines, label: 'Tracking Lines' },
];

/** Every page that a person can open by its name: those of the menu, and with accounts those that other screens lead to. */
export function openablePages(person: MenuPerson, mobile: boolean): OpenablePage[] {
  const inMenu = displayedEntries(entriesFor(person), mobile).flatMap(({ path, label }) =>
    path === null ? [] : [{ path, label }],
  );
  return person.accounts.length === 0 ? inMenu : [...inMenu, ...screensBelow];
}
