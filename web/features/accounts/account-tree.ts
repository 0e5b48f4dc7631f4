import type { Account } from '@mailcall/contract/identity.ts';
import type { AccountSelection, AllExcept } from '@mailcall/contract/scope/scope.ts';

/** An account with its sub-accounts below it. */
export interface AccountNode {
  account: Account;
  subAccounts: readonly AccountNode[];
  /**
   * Ids of the offices in it: its sub-accounts replace it in lists and counts, so an account without any is its own
   * office.
   */
  officeIds: readonly string[];
}

/** The accounts as a tree, in the order given. An account whose parent is not among them stands on top. */
export function accountTree(accounts: readonly Account[]): AccountNode[] {
  const known = new Map(accounts.map((account) => [account.id, account]));
  const childrenOf = Map.groupBy(accounts, ({ parent }) =>
    parent !== null && known.has(parent) ? parent : null,
  );
  const placed = new Set<string>();
  const nodeOf = (account: Account): AccountNode => {
    placed.add(account.id);
    const subAccounts = (childrenOf.get(account.id) ?? []).filter(({ id }) => !placed.has(id)).map(nodeOf);
    return {
      account,
      subAccounts,
      officeIds: subAccounts.length === 0 ? [account.id] : subAccounts.flatMap((node) => node.officeIds),
    };
  };
  const tops = (childrenOf.get(null) ?? []).map(nodeOf);
  // a circle of parents has no top: its first account is taken for one, so that no account is lost
  const circles = accounts.flatMap((account) => (placed.has(account.id) ? [] : [nodeOf(account)]));
  return [...tops, ...circles];
}

/** The ids of all offices of a tree, in its order. */
export function officesOf(tree: readonly AccountNode[]): string[] {
  return tree.flatMap((node) => node.officeIds);
}

function* nodesOf(tree: readonly AccountNode[]): Generator<AccountNode> {
  for (const node of tree) {
    yield node;
    yield* nodesOf(node.subAccounts);
  }
}

/** The tree without the offices that do not pass; an account all of whose offices fail goes with them. */
function pruned(tree: readonly AccountNode[], passes: (officeId: string) => boolean): AccountNode[] {
  return tree.flatMap((node) => {
    const officeIds = node.officeIds.filter(passes);
    return officeIds.length === 0
      ? []
      : [{ ...node, officeIds, subAccounts: pruned(node.subAccounts, passes) }];
  });
}

/** The tree without hidden offices. */
export function withoutHidden(tree: readonly AccountNode[], hidden: ReadonlySet<string>): AccountNode[] {
  return hidden.size === 0 ? [...tree] : pruned(tree, (id) => !hidden.has(id));
}

/** The tree of the hidden offices alone. */
export function hiddenOnly(tree: readonly AccountNode[], hidden: ReadonlySet<string>): AccountNode[] {
  return pruned(tree, (id) => hidden.has(id));
}

/** The offices of a tree that are not among some. */
const officesBesides = (tree: readonly AccountNode[], offices: ReadonlySet<string>) =>
  new Set(officesOf(tree).filter((id) => !offices.has(id)));

/**
 * The offices of a selection: an account with sub-accounts stands for all of them, `'*'` for every
 * office. Ids that the tree does not have mean nothing.
 */
export function officesSelected(tree: readonly AccountNode[], selection: AccountSelection): Set<string> {
  if (selection === '*') return new Set(officesOf(tree));
  if ('allExcept' in selection) {
    return officesBesides(tree, officesSelected(tree, selection.allExcept));
  }
  const requested = new Set(selection);
  const offices = new Set<string>();
  for (const node of nodesOf(tree)) {
    if (requested.has(node.account.id)) for (const id of node.officeIds) offices.add(id);
  }
  return offices;
}

/**
 * The account ids whose calls count for selected offices: theirs, and those of an account all of whose offices, hidden
 * ones too, are selected. What was recorded on it directly is counted with the whole group and with nothing less; and
 * since the server takes an account for all its sub-accounts, nothing hidden comes in with it.
 */
export function accountIdsOf(tree: readonly AccountNode[], offices: ReadonlySet<string>): string[] {
  const ids: string[] = [];
  for (const { account, officeIds } of nodesOf(tree)) {
    if (officeIds.every((id) => offices.has(id))) ids.push(account.id);
  }
  return ids;
}

/** Up to so many ids a selection is written as a list, which means the same to everybody who reads it. */
const longestList = 100;

/** An account for its sub-accounts when all of them, hidden ones too, are among the offices; else each office. */
function shortestIds(tree: readonly AccountNode[], offices: ReadonlySet<string>): string[] {
  return tree.flatMap((node) =>
    node.officeIds.every((id) => offices.has(id))
      ? [node.account.id]
      : shortestIds(node.subAccounts, offices),
  );
}

/** A long list of ids as all accounts with exceptions, where these are fewer. */
function shorter(ids: string[], exceptions: () => string[], longest: number): string[] | AllExcept {
  if (ids.length <= longest) return ids;
  const allExcept = exceptions();
  return allExcept.length < ids.length ? { allExcept } : ids;
}

/**
 * The selection that means exactly these offices: `'*'` for all that the visible tree has, an account for its sub-accounts
 * when all of them, hidden ones too, are meant; when that is a long list and what is left out a shorter one, all with
 * these exceptions.
 */
export function selectionMeaning(
  tree: readonly AccountNode[],
  visible: readonly AccountNode[],
  offices: ReadonlySet<string>,
  longest = longestList,
): string[] | '*' | AllExcept {
  const left = officesBesides(visible, offices);
  if (left.size === 0) return '*';
  return shorter(shortestIds(tree, offices), () => shortestIds(tree, left), longest);
}

/**
 * The selection that the server takes for these offices and `accountIdsOf` them. It knows no hidden accounts: those are
 * among the exceptions.
 */
export function selectionForServer(
  tree: readonly AccountNode[],
  offices: ReadonlySet<string>,
  longest = longestList,
): string[] | '*' | AllExcept {
  const left = officesBesides(tree, offices);
  if (left.size === 0 && offices.size > 0) return '*';
  return shorter(accountIdsOf(tree, offices), () => shortestIds(tree, left), longest);
}

/**
 * The part of a tree that a search finds, by name and whatever the case. An account that is found keeps
 * its sub-accounts, a sub-account that is found is shown below its account.
 */
export function searchTree(tree: readonly AccountNode[], text: string): AccountNode[] {
  const searchText = text.trim().toLocaleLowerCase();
  if (searchText === '') return [...tree];
  return tree.flatMap((node) => {
    if (node.account.name.toLocaleLowerCase().includes(searchText)) return [node];
    const subAccounts = searchTree(node.subAccounts, searchText);
    return subAccounts.length === 0
      ? []
      : [{ ...node, subAccounts, officeIds: subAccounts.flatMap((found) => found.officeIds) }];
  });
}

/** A line of the account list. */
export interface AccountLine {
  node: AccountNode;
  /** 0 on top, 1 for a sub-account. */
  depth: number;
}

/** The tree as lines, each account followed by its sub-accounts. */
export function linesOf(tree: readonly AccountNode[], depth = 0): AccountLine[] {
  return tree.flatMap((node) => [{ node, depth }, ...linesOf(node.subAccounts, depth + 1)]);
}

/** What the selection is called: an account that it is exactly, else its first office; null when it is empty. */
export function selectionName(tree: readonly AccountNode[], offices: ReadonlySet<string>): string | null {
  if (offices.size === 0) return null;
  let first: string | null = null;
  for (const { account, officeIds, subAccounts } of nodesOf(tree)) {
    if (officeIds.length === offices.size && officeIds.every((id) => offices.has(id))) return account.name;
    if (subAccounts.length === 0 && offices.has(account.id)) first ??= account.name;
  }
  return first;
}
