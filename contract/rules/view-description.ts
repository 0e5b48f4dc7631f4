import { thousands } from './rates.ts';
import {
  type AccountSelection,
  campaignSummary,
  comparisonOf,
  dateSummary,
  type Scope,
  comparisonLabels,
} from '../scope/scope.ts';
import { formatDay } from '../time/date-format.ts';
import { outcomeFilterNames } from './outcome.ts';
import { callFilterParameters, scopeOfView, type ViewAddress, type ViewPath } from './view-address.ts';

const textIn = (address: ViewAddress, name: string): string | undefined => [address[name] ?? []].flat()[0];

const callLists: Readonly<Record<string, string>> = { ...outcomeFilterNames, appointments: 'Appointments' };

const deskTabs: Readonly<Record<string, string>> = {
  snoozed: 'Snoozed',
  closed: 'Closed',
  figures: 'Figures',
};

export function screenOfView(path: ViewPath, address: ViewAddress): string {
  switch (path) {
    case '/campaigns':
      return 'Campaigns';
    case '/tracking-lines':
      return 'Tracking Lines';
    case '/maps':
      return 'Map IQ';
    case '/callbacks': {
      const tab = textIn(address, 'tab') ?? textIn(address, 'list') ?? '';
      return deskTabs[tab] ? `Callbacks: ${deskTabs[tab]}` : 'Callbacks';
    }
    case '/scoreboard': {
      const tab = textIn(address, 'tab');
      if (tab === 'front-desk') return 'Front Desk';
      if (tab !== 'all-calls') return 'Scoreboard';
      return callLists[textIn(address, 'outcome') ?? 'opportunity'] ?? 'All Calls';
    }
  }
}

function filtersText(address: ViewAddress): string | null {
  const names = callFilterParameters.filter((name) => address[name] !== undefined);
  const count = names.length + (address['q'] === undefined ? 0 : 1);
  return count === 0 ? null : count === 1 ? '1 filter' : `${count} filters`;
}

const hasDates = (path: ViewPath, address: ViewAddress): boolean =>
  path !== '/tracking-lines' && (path !== '/callbacks' || textIn(address, 'tab') === 'figures');

const comparisonText = (scope: Scope): string | null => {
  const compared = comparisonOf(scope);
  // the period before is usual
  return compared !== 'year-ago' ? null : `compared with ${comparisonLabels[compared].toLowerCase()}`;
};

export function selectionText(
  selection: AccountSelection,
  nameOf: (accountId: string) => string | undefined,
): string {
  if (selection === '*') return 'All accounts';
  if ('allExcept' in selection) {
    const count = selection.allExcept.length;
    return count === 0 ? 'All accounts' : `All accounts but ${thousands(count)}`;
  }
  const [first, second] = selection;
  if (first === undefined) return 'No accounts';
  if (second !== undefined) return `${thousands(selection.length)} accounts`;
  return nameOf(first) ?? '1 account';
}

/** "Missed Calls · Silver Dental · Last 30 days · 2 filters". Leaves out search words, which may be a person's name. */
export function viewDescription(
  { path, address }: { path: ViewPath; address: ViewAddress },
  nameOf: (accountId: string) => string | undefined,
): string {
  const scope = scopeOfView(address);
  const dates = hasDates(path, address)
    ? [
        dateSummary(scope, formatDay),
        scope.campaignType === 'all' ? null : campaignSummary(scope),
        comparisonText(scope),
      ]
    : [];
  return [
    screenOfView(path, address),
    selectionText(scope.accountIds, nameOf),
    ...dates,
    filtersText(address),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
