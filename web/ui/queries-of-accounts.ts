import { type RequestedAccounts, requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import type { Query } from '@tanstack/react-query';
import { type VersionedAnswer, versioned } from './data-version.ts';

/** Cached texts, because each cache change compares all requests again. */
const accountsKeys = new WeakMap<object, string>();

function accountsKey(request: object): string {
  const known = accountsKeys.get(request);
  if (known !== undefined) return known;
  const key = JSON.stringify(requestedAccounts(request as RequestedAccounts));
  accountsKeys.set(request, key);
  return key;
}

/** Whether a query is for these accounts; only their versions are comparable. */
export function isQueryOfAccounts(accounts: RequestedAccounts): (query: Query) => boolean {
  const key = accountsKey(accounts);
  return (query) =>
    query.queryKey.some(
      (part) =>
        typeof part === 'object' && part !== null && 'accountIds' in part && accountsKey(part) === key,
    );
}

export const answersOf = (queries: readonly Query[]): VersionedAnswer[] =>
  queries.flatMap((query) => versioned(query.queryHash, query.state.data) ?? []);
