import type { Account } from '@mailcall/contract/identity.ts';
import { type AccountNode, accountTree } from './account-tree.ts';
import { useMemo } from 'react';
import { useSession } from '../../platform/session-store.ts';

export interface AccountChoice {
  id: string;
  name: string;
  groupName: string | null;
  officeCount: number;
}

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

export function useOwnAccounts(): readonly AccountChoice[] {
  const accounts = useSession()?.accounts;
  return useMemo(() => accountChoices(accounts ?? []), [accounts]);
}
