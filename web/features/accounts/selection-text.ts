import { messages } from '@mailcall/contract/rules/messages.ts';
import { type AccountNode, linesOf, officesOf, selectionName } from './account-tree.ts';

/** A selection of accounts as text and numbers: the same on the button that changes it and on paper. */
export interface SelectionSummary {
  /** The name of the selection. */
  name: string;
  /** How many accounts are selected; sub-accounts are counted in place of their account. */
  selected: number;
  /** How many accounts the person has, hidden ones included. */
  total: number;
  /** How many of those are hidden, and so not selected. */
  hidden: number;
  /** The names of the selected accounts, in the order of the list. */
  names: readonly string[];
}

/** Summarizes the selected offices, out of all the person's accounts and those that are not hidden. */
export function selectionSummary(
  tree: readonly AccountNode[],
  visible: readonly AccountNode[],
  offices: ReadonlySet<string>,
): SelectionSummary {
  const total = officesOf(tree).length;
  const visibleCount = officesOf(visible).length;
  const hidden = total - visibleCount;
  const names = linesOf(tree).flatMap(({ node: { account, subAccounts } }) =>
    subAccounts.length === 0 && offices.has(account.id) ? [account.name] : [],
  );
  const nameOf = () => {
    if (offices.size < 2 || offices.size < visibleCount)
      return selectionName(tree, offices) ?? messages.noAccountsSelected;
    return hidden === 0 ? 'All accounts' : `All but ${hidden.toLocaleString('en-US')} hidden`;
  };
  return { name: nameOf(), selected: offices.size, total, hidden, names };
}

/** More names would push the figures off the paper. */
const maxNames = 8;

/** The names of the selected accounts, and how many of the total they are. */
export function accountsText({ names, selected, total }: SelectionSummary): string {
  if (selected === 0) return messages.noAccountsSelected;
  if (total === 1) return names.join(', ');
  if (selected === total) return `All ${total.toLocaleString('en-US')} accounts`;
  const rest = names.length - maxNames;
  const named = rest > 0 ? `${names.slice(0, maxNames).join(', ')} and ${rest} more` : names.join(', ');
  return `${named} (${selected.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} accounts)`;
}
