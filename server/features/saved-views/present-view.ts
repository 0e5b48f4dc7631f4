import type { SavedView } from '@mailcall/contract/saved-views.ts';
import { scopeOfView, type ViewAddress, viewAddressOf } from '@mailcall/contract/rules/view-address.ts';
import { viewDescription } from '@mailcall/contract/rules/view-description.ts';
import { scopeToAddress } from '@mailcall/contract/scope/scope.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { readPrimaryAccounts, type Viewer } from '../identity/index.ts';
import type { StoredView } from './stored-view.ts';

/** A view's address with the accounts that a person may read, and how many others it names. */
function addressFor({ path, address }: StoredView, { accountIds }: Viewer) {
  const scope = scopeOfView(address);
  const selection = scope.accountIds;
  if (selection === '*') return { address, leftOut: 0, hasNoAccounts: false };
  const named = 'allExcept' in selection ? selection.allExcept : selection;
  const own = named.filter((id) => accountIds.has(id));
  const selected = 'allExcept' in selection ? { allExcept: own } : own;
  const kept = viewAddressOf(path, { ...address, ...scopeToAddress({ ...scope, accountIds: selected }) });
  // an exception that is not the person's leaves nothing out for them
  if ('allExcept' in selection) return { address: kept, leftOut: 0, hasNoAccounts: false };
  return {
    address: kept,
    leftOut: named.length - own.length,
    hasNoAccounts: named.length > 0 && own.length === 0,
  };
}

/** The id of the account that an address selects, when it is one alone. */
function onlyAccount(address: ViewAddress): string[] {
  const { accountIds } = scopeOfView(address);
  return accountIds !== '*' && !('allExcept' in accountIds) && accountIds.length === 1 ? [...accountIds] : [];
}

/** Presents views to a person, with their rights of now. */
export async function presentViews(
  database: Queryable,
  viewer: Viewer,
  views: readonly StoredView[],
): Promise<SavedView[]> {
  if (views.length === 0) return [];
  const placed = views.map((view) => ({ view, ...addressFor(view, viewer) }));
  const named = [...new Set(placed.flatMap(({ address }) => onlyAccount(address)))];
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from accounts where id = any(${named})`.execute(database);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const primary = new Set(await readPrimaryAccounts(database, viewer.contactId));
  return placed.map(({ view, address, leftOut, hasNoAccounts }) => ({
    id: view.id,
    name: view.name,
    path: view.path,
    address,
    description: viewDescription({ path: view.path, address }, (id) => names.get(id)),
    leftOutAccounts: leftOut,
    hasNoAccounts,
    sharedWith: view.isShared ? { id: view.accountId, name: view.accountName } : null,
    isOwn: view.contactId === viewer.contactId,
    ownerName: view.ownerName,
    canChange: mayChange(view, viewer, primary),
    revision: view.revision,
    isStartPage: view.isStartPage,
    mail: { frequency: view.frequency, weekday: view.weekday, timeZone: view.timeZone },
  }));
}

/** Whether a person who sees a view may change and delete it. */
export const mayChange = (
  { isShared, contactId, accountId }: StoredView,
  viewer: Viewer,
  primaryAccounts: ReadonlySet<string>,
): boolean => contactId === viewer.contactId || (isShared && primaryAccounts.has(accountId));
