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

/** The accounts as a tree, in their order. An account whose parent is not among them is at the top level. */
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
  // a cycle of parents has no top: its first account becomes one, so that no account is lost
  const cycles = accounts.flatMap((account) => (visited.has(account.id) ? [] : [nodeOf(account)]));
  return [...tops, ...cycles];
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

/** The tree without the offices that do not pass; an account without any passing office is removed too. */
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

/** The tree of the hidden offices only. */
export function hiddenOnly(tree: readonly AccountNode[], hidden: ReadonlySet<string>): AccountNode[] {
  return pruned(tree, (id) => hidden.has(id));
}

/** The offices of a tree except some of them. */
const officesExcept = (tree: readonly AccountNode[], offices: ReadonlySet<string>) =>
  new Set(officesOf(tree).filter((id) => !offices.has(id)));

/**
 * The offices of a selection: an account with sub-accounts means all of them, `'*'` every office. Ids that the tree does
 * not have are ignored.
 */
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

/**
 * The account ids whose calls count for selected offices: theirs, and those of an account all of whose offices, hidden
 * ones included, are selected. Calls recorded on an account directly count only with its complete group; and because the
 * server takes an account for all its sub-accounts, no hidden office is included with it.
 */
export function accountIdsOf(tree: readonly AccountNode[], offices: ReadonlySet<string>): string[] {
  const ids: string[] = [];
  for (const { account, officeIds } of nodesOf(tree)) {
    if (officeIds.every((id) => offices.has(id))) ids.push(account.id);
  }
  return ids;
}

/** Up to this many ids a selection is written as a list, which means the same for every person who opens it. */
const maxListLength = 100;

/** An account in place of its sub-accounts when all of them, hidden ones included, are among the offices; else each office. */
function shortestIds(tree: readonly AccountNode[], offices: ReadonlySet<string>): string[] {
  return tree.flatMap((node) =>
    node.officeIds.every((id) => offices.has(id))
      ? [node.account.id]
      : shortestIds(node.subAccounts, offices),
  );
}

/** A long list of ids as all accounts with exceptions, where these are fewer. */
function shorter(ids: string[], exceptions: () => string[], maxLength: number): string[] | AllExcept {
  if (ids.length <= maxLength) return ids;
  const allExcept = exceptions();
  return allExcept.length < ids.length ? { allExcept } : ids;
}

/**
 * The shortest selection of exactly these offices: `'*'` for the complete visible tree, an account in place of all its
 * sub-accounts, hidden ones included; or all accounts with exceptions, when the list is long and the exceptions are fewer.
 */
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

/**
 * The selection to send to the server for these offices and their `accountIdsOf`. The server does not know the hidden
 * accounts: they are among the exceptions.
 */
export function selectionForServer(
  tree: readonly AccountNode[],
  offices: ReadonlySet<string>,
  maxLength = maxListLength,
): string[] | '*' | AllExcept {
  const others = officesExcept(tree, offices);
  if (others.size === 0 && offices.size > 0) return '*';
  return shorter(accountIdsOf(tree, offices), () => shortestIds(tree, others), maxLength);
}

/**
 * The part of a tree that a search finds by name, ignoring case. An account that is found keeps its sub-accounts; a
 * sub-account that is found is listed below its account.
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
  /** 0 at the top level, 1 for a sub-account. */
  depth: number;
}

/** The tree as lines, each account followed by its sub-accounts. */
export function linesOf(tree: readonly AccountNode[], depth = 0): AccountLine[] {
  return tree.flatMap((node) => [{ node, depth }, ...linesOf(node.subAccounts, depth + 1)]);
}

/**
 * The name of a selection: of the smallest account that all of its offices belong to, else of its first office; null when
 * it is empty.
 */
export function selectionName(tree: readonly AccountNode[], offices: ReadonlySet<string>): string | null {
  if (offices.size === 0) return null;
  let first: string | null = null;
  let smallest: AccountNode | null = null;
  for (const node of nodesOf(tree)) {
    const { account, officeIds, subAccounts } = node;
    // an account comes before its sub-accounts, so that the last one that has all of them is the smallest
    if (officeIds.length >= offices.size && officeIds.filter((id) => offices.has(id)).length === offices.size)
      smallest = node;
    if (subAccounts.length === 0 && offices.has(account.id)) first ??= account.name;
  }
  return smallest?.account.name ?? first;
}
