import type { Account } from '@mailcall/contract/identity.ts';
import type { AccountSelection } from '@mailcall/contract/scope/scope.ts';

type Merged = Pick<Account, 'id' | 'mergedIds'>;

/** The account that has the data of `id` now; links can name one that was merged into it. */
export const currentAccountId = (accounts: readonly Merged[], id: string): string =>
  accounts.find(({ mergedIds }) => mergedIds.includes(id))?.id ?? id;

export function currentSelection(accounts: readonly Merged[], selection: AccountSelection): AccountSelection {
  if (selection === '*' || accounts.every(({ mergedIds }) => mergedIds.length === 0)) return selection;
  const current = (ids: readonly string[]) => [...new Set(ids.map((id) => currentAccountId(accounts, id)))];
  return 'allExcept' in selection ? { allExcept: current(selection.allExcept) } : current(selection);
}
