import type { Account } from '@mailcall/contract/identity.ts';
import { accountTree, type AccountNode } from './account-tree.ts';

/** An account that can be selected by itself: an office, or a group of offices. */
export interface AccountChoice {
  id: string;
  name: string;
  /** The account whose sub-account it is; null without one. */
  groupName: string | null;
  /** How many offices it is the group of; 0 for an office. */
  officeCount: number;
}

/** The accounts of a tree in its order, each group before its sub-accounts, as far as a search finds them or their group. */
const choicesOf = (
  tree: readonly AccountNode[],
  searchText: string,
  group: { name: string; isFound: boolean } | null = null,
): AccountChoice[] =>
  tree.flatMap(({ account: { id, name }, subAccounts, officeIds }) => {
    const isFound = group?.isFound || name.toLocaleLowerCase().includes(searchText);
    const officeCount = subAccounts.length === 0 ? 0 : officeIds.length;
    const choice = { id, name, groupName: group?.name ?? null, officeCount };
    return [...(isFound ? [choice] : []), ...choicesOf(subAccounts, searchText, { name, isFound })];
  });

/**
 * A person's accounts that a search finds by their name or that of an account above, ignoring case. Accounts that only a
 * grant shows are left out.
 */
export const accountChoices = (accounts: readonly Account[], searchText = ''): AccountChoice[] =>
  choicesOf(accountTree(accounts.filter(({ readOnly }) => !readOnly)), searchText.trim().toLocaleLowerCase());
