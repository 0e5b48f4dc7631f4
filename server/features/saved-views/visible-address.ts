import { nonStaffHandler } from '@mailcall/contract/rules/filter-names.ts';
import {
  scopeOfView,
  type ViewAddress,
  viewAddressOf,
  type ViewPath,
} from '@mailcall/contract/rules/view-address.ts';
import { type AccountSelection, scopeToAddress } from '@mailcall/contract/scope/scope.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { currentAccount, type Viewer } from '../identity/index.ts';

export interface Screen {
  path: ViewPath;
  address: ViewAddress;
}

export interface VisibleAddress {
  address: ViewAddress;
  leftOutAccounts: number;
  leftOutFilters: number;
  hasNoAccounts: boolean;
}

/** Values are ids of rows in these tables; of `hidden`, ids of accounts. */
const tablesOfParameters = {
  campaigns: ['campaigns'],
  callHandlerId: ['staff'],
  area: ['mailing_areas'],
  shown: ['mailing_areas', 'mailing_zones'],
  hidden: [],
  lists: ['patient_lists'],
} as const;
type IdParameter = keyof typeof tablesOfParameters;
const idParameters = Object.keys(tablesOfParameters) as IdParameter[];

/** Position of the map. Without ids it still reveals where other offices are. */
const mapPlace = 'at';

/** Values that are not ids: no member of staff, and everything and nothing on the map. */
const everything = '*';
const nothing = '-';
const noIds: ReadonlySet<string> = new Set([nonStaffHandler, everything, nothing]);

const valuesIn = (address: ViewAddress, name: string): string[] => [address[name] ?? []].flat();

const idsOf = (selection: AccountSelection): readonly string[] =>
  selection === '*' ? [] : 'allExcept' in selection ? selection.allExcept : selection;

/** A deleted row belongs to no one. */
type IsOwn = (name: IdParameter, value: string) => boolean;

async function readOwn(
  database: Queryable,
  viewer: Viewer,
  addresses: readonly ViewAddress[],
): Promise<IsOwn> {
  const { accountIds } = viewer;
  const asked = new Map<string, Set<string>>();
  for (const name of idParameters)
    for (const value of addresses.flatMap((address) => valuesIn(address, name)))
      for (const table of noIds.has(value) ? [] : tablesOfParameters[name])
        asked.set(table, (asked.get(table) ?? new Set()).add(value));
  const own = new Set<string>();
  for (const [table, ids] of asked) {
    const { rows } = await sql<{ id: string; accountId: string }>`
      select id, account_id as "accountId" from ${sql.table(table)} where id = any(${[...ids]}::text[])`.execute(
      database,
    );
    for (const { id, accountId } of rows) if (accountIds.has(accountId)) own.add(`${table} ${id}`);
  }
  return (name, value) =>
    noIds.has(value) ||
    (name === 'hidden'
      ? accountIds.has(currentAccount(viewer, value))
      : tablesOfParameters[name].some((table) => own.has(`${table} ${value}`)));
}

function visiblePart({ path, address }: Screen, viewer: Viewer, isOwn: IsOwn): VisibleAddress {
  const scope = scopeOfView(address);
  const selection = scope.accountIds;
  const named = [...new Set(idsOf(selection).map((id) => currentAccount(viewer, id)))];
  const own = named.filter((id) => viewer.accountIds.has(id));
  const isList = selection !== '*' && !('allExcept' in selection);
  const selected = selection === '*' ? selection : isList ? own : { allExcept: own };
  const parts: ViewAddress = {};
  let leftOutFilters = 0;
  for (const name of idParameters) {
    const values = valuesIn(address, name);
    const kept = values.filter((value) => isOwn(name, value));
    if (kept.length < values.length) leftOutFilters += 1;
    parts[name] = kept;
  }
  if (own.length < named.length || leftOutFilters > 0) parts[mapPlace] = [];
  return {
    address: viewAddressOf(path, {
      ...address,
      ...parts,
      ...scopeToAddress({ ...scope, accountIds: selected }),
    }),
    // an exception that is not the person's leaves nothing out for them
    leftOutAccounts: isList ? named.length - own.length : 0,
    leftOutFilters,
    hasNoAccounts: isList && named.length > 0 && own.length === 0,
  };
}

/** Addresses with the person's present rights: any other id would reveal that another office exists. */
export async function visibleAddresses<View extends Screen>(
  database: Queryable,
  viewer: Viewer,
  views: readonly View[],
): Promise<(VisibleAddress & { view: View })[]> {
  const isOwn = await readOwn(
    database,
    viewer,
    views.map(({ address }) => address),
  );
  return views.map((view) => ({ view, ...visiblePart(view, viewer, isOwn) }));
}

function withHiddenAccounts(
  given: AccountSelection,
  before: AccountSelection,
  visible: AccountSelection,
): AccountSelection {
  const seen = new Set(idsOf(visible));
  const hidden = idsOf(before).filter((id) => !seen.has(id));
  if (hidden.length === 0) return given;
  const both = (ids: readonly string[]) => [...new Set([...ids, ...hidden])];
  if (before !== '*' && 'allExcept' in before) {
    if (given !== '*' && !('allExcept' in given)) return given;
    return { allExcept: both(idsOf(given)) };
  }
  return given === '*' || 'allExcept' in given ? given : both(given);
}

function withHiddenValues(name: IdParameter, given: readonly string[], hidden: readonly string[]): string[] {
  const isWhole =
    given.length > 0 && (name === 'area' || given.includes(everything) || given.includes(nothing));
  return isWhole ? [...given] : [...new Set([...given, ...hidden])];
}

/** Keeps parts that the author does not see, so that others do not lose them. @param visible parts that the author sees */
export function withHidden(given: Screen, before: Screen, visible: ViewAddress): Screen {
  const scope = scopeOfView(given.address);
  const accountIds = withHiddenAccounts(
    scope.accountIds,
    scopeOfView(before.address).accountIds,
    scopeOfView(visible).accountIds,
  );
  const parts: ViewAddress = {};
  for (const name of idParameters) {
    const seen = new Set(valuesIn(visible, name));
    const hidden = valuesIn(before.address, name).filter((value) => !seen.has(value));
    parts[name] = withHiddenValues(name, valuesIn(given.address, name), hidden);
  }
  if (visible[mapPlace] === undefined)
    parts[mapPlace] = given.address[mapPlace] ?? before.address[mapPlace] ?? [];
  const address = viewAddressOf(given.path, {
    ...given.address,
    ...parts,
    ...scopeToAddress({ ...scope, accountIds }),
  });
  return { path: given.path, address };
}
