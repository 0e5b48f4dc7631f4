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

/** What a scope's account ids mean to this person. */
export interface SelectedAccounts {
  /** All the person's accounts. */
  whole: readonly AccountNode[];
  /** Those that are not hidden. */
  visible: readonly AccountNode[];
  /** Ids of the selected offices; hidden ones are not among them. */
  offices: ReadonlySet<string>;
  /** Ids whose calls count: the offices, and each account all of whose offices are selected. */
  accountIds: readonly string[];
  /** The selection as the server takes it. */
  forServer: AccountSelection;
  /** Asked for, but not the person's. */
  missing: readonly string[];
  /** Asked for by id, but hidden here: ids of the offices. */
  hiddenAsked: readonly string[];
}

/** Resolves a scope's ids against accounts and hidden offices. */
export function selectAccounts(
  accounts: readonly Account[],
  hidden: ReadonlySet<string>,
  asked: AccountSelection,
): SelectedAccounts {
  const whole = accountTree(accounts);
  const visible = withoutHidden(whole, hidden);
  const offices = officesSelected(visible, asked);
  const accountIds = accountIdsOf(whole, offices);
  const own = new Set(accounts.map(({ id }) => id));
  // an exception that is not the person's, or hidden, is left out as it says
  const named: readonly string[] = asked === '*' || 'allExcept' in asked ? [] : asked;
  return {
    whole,
    visible,
    offices,
    accountIds,
    forServer: selectionForServer(whole, offices),
    missing: named.filter((id) => !own.has(id)),
    hiddenAsked: named.filter((id) => hidden.has(id)),
  };
}
