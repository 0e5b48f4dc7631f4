import type { SavedView } from '@mailcall/contract/saved-views.ts';
import { scopeOfView, type ViewAddress } from '@mailcall/contract/rules/view-address.ts';
import { viewDescription } from '@mailcall/contract/rules/view-description.ts';
import type { Queryable } from '../../platform/database.ts';
import { accountNamesOf, readPrimaryAccounts, type Viewer } from '../identity/index.ts';
import type { StoredView } from './stored-view.ts';
import { visibleAddresses } from './visible-address.ts';

/** Empty unless the address selects exactly one account. */
function onlyAccount(address: ViewAddress): string[] {
  const { accountIds } = scopeOfView(address);
  return accountIds !== '*' && !('allExcept' in accountIds) && accountIds.length === 1 ? [...accountIds] : [];
}

/** Views with the person's present rights. */
export async function presentViews(
  database: Queryable,
  viewer: Viewer,
  views: readonly StoredView[],
): Promise<SavedView[]> {
  if (views.length === 0) return [];
  const placed = await visibleAddresses(database, viewer, views);
  const isNamed = placed.some(({ view, address }) => view.isShared || onlyAccount(address).length > 0);
  const names = isNamed ? await accountNamesOf(database, viewer.accountIds) : new Map<string, string>();
  const primary = new Set(await readPrimaryAccounts(database, viewer.contactId));
  return placed.map(({ view, address, leftOutAccounts, leftOutFilters, hasNoAccounts }) => ({
    id: view.id,
    name: view.name,
    path: view.path,
    address,
    description: viewDescription({ path: view.path, address }, (id) => names.get(id)),
    leftOutAccounts,
    leftOutFilters,
    hasNoAccounts,
    sharedWith: view.isShared
      ? { id: view.accountId, name: names.get(view.accountId) ?? view.accountName }
      : null,
    isOwn: view.contactId === viewer.contactId,
    ownerName: view.ownerName,
    canChange: mayChange(view, viewer, primary),
    revision: view.revision,
    isStartPage: view.isStartPage,
    mail: { frequency: view.frequency, weekday: view.weekday, timeZone: view.timeZone },
  }));
}

export const mayChange = (
  { isShared, contactId, accountId }: StoredView,
  viewer: Viewer,
  primaryAccounts: ReadonlySet<string>,
): boolean => contactId === viewer.contactId || (isShared && primaryAccounts.has(accountId));
