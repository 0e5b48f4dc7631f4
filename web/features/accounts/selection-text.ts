import { thousands } from '@mailcall/contract/rules/rates.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { type AccountNode, linesOf, officesOf, selectionName } from './account-tree.ts';

export interface SelectionSummary {
  name: string;
  /** Number of selected accounts; sub-accounts count instead of their account. */
  selected: number;
  /** Number of the user's accounts, including hidden ones. */
  total: number;
  hidden: number;
  names: readonly string[];
}

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
    return hidden === 0 ? 'All accounts' : `All but ${thousands(hidden)} hidden`;
  };
  return { name: nameOf(), selected: offices.size, total, hidden, names };
}

/** More names would push the figures off the page. */
const maxNames = 8;

export function accountsText({ names, selected, total }: SelectionSummary): string {
  if (selected === 0) return messages.noAccountsSelected;
  if (total === 1) return names.join(', ');
  if (selected === total) return `All ${thousands(total)} accounts`;
  const rest = names.length - maxNames;
  const named = rest > 0 ? `${names.slice(0, maxNames).join(', ')} and ${rest} more` : names.join(', ');
  return `${named} (${thousands(selected)} of ${thousands(total)} accounts)`;
}
