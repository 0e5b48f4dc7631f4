import { messages } from '@mailcall/contract/rules/messages.ts';
import { type AccountNode, linesOf, officesOf, selectionName } from './account-tree.ts';

/** A selection of accounts in words and numbers: the same on the button that changes it and on paper. */
export interface SelectionSummary {
  /** What the selection is called. */
  name: string;
  /** How many accounts are selected; sub-accounts count in place of the account that they are of. */
  selected: number;
  /** How many accounts the person has, hidden ones included. */
  total: number;
  /** How many of those are hidden, and so not selected. */
  hidden: number;
  /** The names of the selected accounts, in the order of the list. */
  names: readonly string[];
}

/** Describes the offices that are selected, out of all the person's accounts and those of them that are not hidden. */
export function selectionSummary(
  tree: readonly AccountNode[],
  visible: readonly AccountNode[],
  offices: ReadonlySet<string>,
): SelectionSummary {
  const total = officesOf(tree).length;
  const shown = officesOf(visible).length;
  const hidden = total - shown;
  const names = linesOf(tree).flatMap(({ node: { account, subAccounts } }) =>
    subAccounts.length === 0 && offices.has(account.id) ? [account.name] : [],
  );
  const nameOf = () => {
    if (offices.size < 2 || offices.size < shown)
      return selectionName(tree, offices) ?? messages.noAccountsSelected;
    return hidden === 0 ? 'All accounts' : `All but ${hidden.toLocaleString('en-US')} hidden`;
  };
  return { name: nameOf(), selected: offices.size, total, hidden, names };
}

/** More names than these would push the figures off the paper. */
const mostNames = 8;

/** The selected accounts by name, and how many of how many they are unless they are all. */
export function accountsInWords({ names, selected, total }: SelectionSummary): string {
  if (selected === 0) return messages.noAccountsSelected;
  if (total === 1) return names.join(', ');
  if (selected === total) return `All ${total.toLocaleString('en-US')} accounts`;
  const rest = names.length - mostNames;
  const named = rest > 0 ? `${names.slice(0, mostNames).join(', ')} and ${rest} more` : names.join(', ');
  return `${named} (${selected.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} accounts)`;
}
