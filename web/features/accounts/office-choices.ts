import type { Account } from '@mailcall/contract/identity.ts';
import { accountTree, type AccountNode, searchTree } from './account-tree.ts';

/** An office that can be selected by itself. */
export interface OfficeChoice {
  id: string;
  name: string;
  /** The account whose sub-account it is; null without one. */
  groupName: string | null;
}

/** The offices of a tree in its order: sub-accounts in place of their account. */
const choicesOf = (tree: readonly AccountNode[], groupName: string | null = null): OfficeChoice[] =>
  tree.flatMap(({ account, subAccounts }) =>
    subAccounts.length === 0
      ? [{ id: account.id, name: account.name, groupName }]
      : choicesOf(subAccounts, account.name),
  );

/**
 * The offices among a person's accounts that a search finds by their name or that of their account, ignoring case. Accounts
 * that only a grant shows are left out.
 */
export const officeChoices = (accounts: readonly Account[], searchText = ''): OfficeChoice[] =>
  choicesOf(searchTree(accountTree(accounts.filter(({ readOnly }) => !readOnly)), searchText));
