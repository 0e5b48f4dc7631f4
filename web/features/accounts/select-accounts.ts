import type { Account } from '@mailcall/contract/identity.ts';
import {
  type AccountNode,
  accountIdsOf,
  accountTree,
  officesOf,
  officesSelected,
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
  /** Everything the person has is selected: the wire's `*`. */
  everything: boolean;
  /** Asked for, but not the person's. */
  missing: readonly string[];
  /** Asked for by id, but hidden here: ids of the offices. */
  hiddenAsked: readonly string[];
}

/** Resolves a scope's ids against accounts and hidden offices. */
export function selectAccounts(
  accounts: readonly Account[],
  hidden: ReadonlySet<string>,
  asked: readonly string[] | '*',
): SelectedAccounts {
  const whole = accountTree(accounts);
  const visible = withoutHidden(whole, hidden);
  const offices = officesSelected(visible, asked);
  const accountIds = accountIdsOf(whole, offices);
  const own = new Set(accounts.map(({ id }) => id));
  return {
    whole,
    visible,
    offices,
    accountIds,
    everything: offices.size > 0 && offices.size === officesOf(whole).length,
    missing: asked === '*' ? [] : asked.filter((id) => !own.has(id)),
    hiddenAsked: asked === '*' ? [] : asked.filter((id) => hidden.has(id)),
  };
}
