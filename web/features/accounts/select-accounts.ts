import type { Account } from '@mailcall/contract/identity.ts';
import type { AccountSelection } from '@mailcall/contract/scope/scope.ts';
import {
  type AccountNode,
  accountIdsOf,
  accountTree,
  officesSelected,
  selectionForServer,
  withoutHidden,
} from './account-tree.ts';

export interface SelectedAccounts {
  tree: readonly AccountNode[];
  visible: readonly AccountNode[];
  offices: ReadonlySet<string>;
  /** Accounts whose calls count: the offices, and each account with all offices selected. */
  accountIds: readonly string[];
  timeZones: readonly string[];
  forServer: AccountSelection;
  missing: readonly string[];
  hiddenRequested: readonly string[];
}

const timeZonesOf = (accounts: readonly Account[], ids: ReadonlySet<string>): readonly string[] =>
  [...new Set(accounts.flatMap(({ id, timeZone }) => (ids.has(id) ? timeZone : [])))].sort();

export function selectAccounts(
  accounts: readonly Account[],
  hidden: ReadonlySet<string>,
  requested: AccountSelection,
): SelectedAccounts {
  const tree = accountTree(accounts);
  const visible = withoutHidden(tree, hidden);
  const offices = officesSelected(visible, requested);
  const accountIds = accountIdsOf(tree, offices);
  const own = new Set(accounts.map(({ id }) => id));
  // an exception that the user lacks or hides excludes nothing else
  const named: readonly string[] = requested === '*' || 'allExcept' in requested ? [] : requested;
  return {
    tree,
    visible,
    offices,
    accountIds,
    timeZones: timeZonesOf(accounts, new Set(accountIds)),
    forServer: selectionForServer(tree, offices),
    missing: named.filter((id) => !own.has(id)),
    hiddenRequested: named.filter((id) => hidden.has(id)),
  };
}
