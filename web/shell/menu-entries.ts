import { operatorRole, teamMayUse, type TeamRole } from '@mailcall/contract/rules/team-roles.ts';
import {
  type Icon,
  IconBriefcase,
  IconChartBar,
  IconHeadphones,
  IconListCheck,
  IconMailbox,
  IconMap,
  IconPhoneOutgoing,
  IconServerCog,
  IconSettings,
} from '@tabler/icons-react';
import { paths } from '../paths.ts';

export interface MenuEntry {
  path: string;
  label: string;
  icon: Icon;
  notOnMobile?: true;
}

/** A menu entry to display. Without a path it is disabled, and its label says why. */
export interface DisplayedEntry {
  path: string | null;
  label: string;
  icon: Icon;
}

const settings: MenuEntry = { path: paths.settings, label: 'Settings', icon: IconSettings };

const officeEntries: readonly MenuEntry[] = [
  { path: paths.today, label: 'Today', icon: IconListCheck },
  { path: paths.campaigns, label: 'Campaigns', icon: IconMailbox },
  { path: paths.scoreboard, label: 'Scoreboard', icon: IconChartBar },
  { path: paths.maps, label: 'Map IQ', icon: IconMap, notOnMobile: true },
  { path: paths.callbacks, label: 'Callbacks', icon: IconPhoneOutgoing },
];

export const menuEntries: readonly MenuEntry[] = [...officeEntries, settings];

/** For operators outside the team, whose only section of the desk is System. */
const system: MenuEntry = { path: paths.provider, label: 'System', icon: IconServerCog };

const desk: MenuEntry = { path: paths.provider, label: 'Provider Desk', icon: IconBriefcase };
const scoring: MenuEntry = { path: paths.scoring, label: 'Scoring', icon: IconHeadphones };

interface MenuPerson {
  roles: readonly string[];
  team: readonly TeamRole[];
  accounts: readonly unknown[];
  limited: boolean;
  guest: boolean;
}

/** Adds an entry for operators, their only one without accounts. The provider's team gets the pages of its roles; guests get no settings. */
export function entriesFor({ roles, team, accounts, limited, guest }: MenuPerson): readonly MenuEntry[] {
  if (team.length > 0)
    return [
      ...(teamMayUse('scorer', team) ? [scoring] : []),
      ...(teamMayUse('provider', team) ? [desk] : []),
      settings,
    ];
  if (guest) return officeEntries;
  if (limited || !roles.includes(operatorRole)) return menuEntries;
  return accounts.length === 0 ? [system] : [...officeEntries, system, settings];
}

export function displayedEntries(entries: readonly MenuEntry[], mobile: boolean): DisplayedEntry[] {
  return entries.map(({ path, label, icon, notOnMobile }) =>
    mobile && notOnMobile
      ? { path: null, label: `${label} (mobile unavailable)`, icon }
      : { path, label, icon },
  );
}

export interface OpenablePage {
  path: string;
  label: string;
}

const screensBelow: readonly OpenablePage[] = [
  { path: paths.trackingLines, label: 'Tracking Lines' },
  { path: paths.areas, label: 'Areas and Zones' },
];

export function openablePages(person: MenuPerson, mobile: boolean): OpenablePage[] {
  const inMenu = displayedEntries(entriesFor(person), mobile).flatMap(({ path, label }) =>
    path === null ? [] : [{ path, label }],
  );
  return person.accounts.length === 0 ? inMenu : [...inMenu, ...screensBelow];
}
