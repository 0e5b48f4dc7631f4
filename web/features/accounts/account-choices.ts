import type { Account } from '@mailcall/contract/identity.ts';
import { type AccountNode, accountTree } from './account-tree.ts';
import { useMemo } from 'react';
import { useSession } from '../../platform/session-store.ts';

/** An office or a group of offices that can be selected by itself. */
export interface AccountChoice {
  id: string;
  name: string;
  /** Parent account; null without one. */
  groupName: string | null;
  /** Number of offices in a group; 0 for an office. */
  officeCount: number;
}

/** Accounts of a tree in order, groups before their sub-accounts, if a search finds them or their group. */
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

/** Accounts that a search finds by name or by a parent's name, ignoring case. Leaves out accounts that only a grant shows. */
export const accountChoices = (accounts: readonly Account[], searchText = ''): AccountChoice[] =>
  choicesOf(accountTree(accounts.filter(({ readOnly }) => !readOnly)), searchText.trim().toLocaleLowerCase());

/** The user's accounts in order, groups before their offices, without those that only a grant shows. */
export function useOwnAccounts(): readonly AccountChoice[] {
  const accounts = useSession()?.accounts;
  return useMemo(() => accountChoices(accounts ?? []), [accounts]);
}
