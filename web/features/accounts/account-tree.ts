import type { Account } from '@mailcall/contract/identity.ts';
import type { AccountSelection, AllExcept } from '@mailcall/contract/scope/scope.ts';

export interface AccountNode {
  account: Account;
  subAccounts: readonly AccountNode[];
  /** Ids of its offices. Sub-accounts replace an account in lists and counts; one without any is its own office. */
  officeIds: readonly string[];
}

/** Accounts as a tree, in order. An account whose parent is missing is at the top level. */
export function accountTree(accounts: readonly Account[]): AccountNode[] {
  const known = new Map(accounts.map((account) => [account.id, account]));
  const childrenOf = Map.groupBy(accounts, ({ parent }) =>
    parent !== null && known.has(parent) ? parent : null,
  );
  const visited = new Set<string>();
  const nodeOf = (account: Account): AccountNode => {
    visited.add(account.id);
    const subAccounts = (childrenOf.get(account.id) ?? []).filter(({ id }) => !visited.has(id)).map(nodeOf);
    return {
      account,
      subAccounts,
      officeIds: subAccounts.length === 0 ? [account.id] : subAccounts.flatMap((node) => node.officeIds),
    };
  };
  const tops = (childrenOf.get(null) ?? []).map(nodeOf);
  // a cycle has no top; its first account becomes one, so that none is lost
  const cycles = accounts.flatMap((account) => (visited.has(account.id) ? [] : [nodeOf(account)]));
  return [...tops, ...cycles];
}

export function officesOf(tree: readonly AccountNode[]): string[] {
  return tree.flatMap((node) => node.officeIds);
}

function* nodesOf(tree: readonly AccountNode[]): Generator<AccountNode> {
  for (const node of tree) {
    yield node;
    yield* nodesOf(node.subAccounts);
  }
}

function pruned(tree: readonly AccountNode[], passes: (officeId: string) => boolean): AccountNode[] {
  return tree.flatMap((node) => {
    const officeIds = node.officeIds.filter(passes);
    return officeIds.length === 0
      ? []
      : [{ ...node, officeIds, subAccounts: pruned(node.subAccounts, passes) }];
  });
}

export function withoutHidden(tree: readonly AccountNode[], hidden: ReadonlySet<string>): AccountNode[] {
  return hidden.size === 0 ? [...tree] : pruned(tree, (id) => !hidden.has(id));
}

export function hiddenOnly(tree: readonly AccountNode[], hidden: ReadonlySet<string>): AccountNode[] {
  return pruned(tree, (id) => hidden.has(id));
}

const officesExcept = (tree: readonly AccountNode[], offices: ReadonlySet<string>) =>
  new Set(officesOf(tree).filter((id) => !offices.has(id)));

/** Offices of a selection: an account with sub-accounts means all of them, `'*'` every office. Ignores unknown ids. */
export function officesSelected(tree: readonly AccountNode[], selection: AccountSelection): Set<string> {
  if (selection === '*') return new Set(officesOf(tree));
  if ('allExcept' in selection) {
    return officesExcept(tree, officesSelected(tree, selection.allExcept));
  }
  const requested = new Set(selection);
  const offices = new Set<string>();
  for (const node of nodesOf(tree)) {
    if (requested.has(node.account.id)) for (const id of node.officeIds) offices.add(id);
  }
  return offices;
}

/** The offices, and each account with all offices selected, including hidden ones: the server adds all sub-accounts of a sent account. */
export function accountIdsOf(tree: readonly AccountNode[], offices: ReadonlySet<string>): string[] {
  const ids: string[] = [];
  for (const { account, officeIds } of nodesOf(tree)) {
    if (officeIds.every((id) => offices.has(id))) ids.push(account.id);
  }
  return ids;
}

/** Up to this many ids a selection stays a list, which means the same for everyone who opens it. */
const maxListLength = 100;

function shortestIds(tree: readonly AccountNode[], offices: ReadonlySet<string>): string[] {
  return tree.flatMap((node) =>
    node.officeIds.every((id) => offices.has(id))
      ? [node.account.id]
      : shortestIds(node.subAccounts, offices),
  );
}

function shorter(ids: string[], exceptions: () => string[], maxLength: number): string[] | AllExcept {
  if (ids.length <= maxLength) return ids;
  const allExcept = exceptions();
  return allExcept.length < ids.length ? { allExcept } : ids;
}

/** Shortest selection of exactly these offices: `'*'`, accounts instead of sub-accounts, or all with exceptions. */
export function selectionOf(
  tree: readonly AccountNode[],
  visible: readonly AccountNode[],
  offices: ReadonlySet<string>,
  maxLength = maxListLength,
): string[] | '*' | AllExcept {
  const others = officesExcept(visible, offices);
  if (others.size === 0) return '*';
  return shorter(shortestIds(tree, offices), () => shortestIds(tree, others), maxLength);
}

/** Selection for the server. It does not know hidden accounts, so they become exceptions. */
export function selectionForServer(
  tree: readonly AccountNode[],
  offices: ReadonlySet<string>,
  maxLength = maxListLength,
): string[] | '*' | AllExcept {
  const others = officesExcept(tree, offices);
  if (others.size === 0 && offices.size > 0) return '*';
  return shorter(accountIdsOf(tree, offices), () => shortestIds(tree, others), maxLength);
}

/** Finds names, ignoring case. A found account keeps its sub-accounts; a found sub-account keeps its account. */
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

export interface AccountLine {
  node: AccountNode;
  /** 0 at the top level, 1 for a sub-account. */
  depth: number;
}

export function linesOf(tree: readonly AccountNode[], depth = 0): AccountLine[] {
  return tree.flatMap((node) => [{ node, depth }, ...linesOf(node.subAccounts, depth + 1)]);
}

/** Name of a selection: the smallest account with all of its offices, otherwise its first office; null if empty. */
export function selectionName(tree: readonly AccountNode[], offices: ReadonlySet<string>): string | null {
  if (offices.size === 0) return null;
  let first: string | null = null;
  let smallest: AccountNode | null = null;
  for (const node of nodesOf(tree)) {
    const { account, officeIds, subAccounts } = node;
    // accounts come before their sub-accounts, so the last one with all of them is the smallest
    if (officeIds.length >= offices.size && officeIds.filter((id) => offices.has(id)).length === offices.size)
      smallest = node;
    if (subAccounts.length === 0 && offices.has(account.id)) first ??= account.name;
  }
  return smallest?.account.name ?? first;
}
