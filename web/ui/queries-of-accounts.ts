import { type RequestedAccounts, requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import type { Query } from '@tanstack/react-query';
import { type VersionedAnswer, versioned } from './data-version.ts';

/** The texts of the requests compared so far: each change of the cache compares all of them again. */
const accountsKeys = new WeakMap<object, string>();

/** The accounts of a request as a comparable text. */
function accountsKey(request: object): string {
  const known = accountsKeys.get(request);
  if (known !== undefined) return known;
  const key = JSON.stringify(requestedAccounts(request as RequestedAccounts));
  accountsKeys.set(request, key);
  return key;
}

/** Whether a query is for these accounts: only the versions of such queries are comparable. */
export function isQueryOfAccounts(accounts: RequestedAccounts): (query: Query) => boolean {
  const key = accountsKey(accounts);
  return (query) =>
    query.queryKey.some(
      (part) =>
        typeof part === 'object' && part !== null && 'accountIds' in part && accountsKey(part) === key,
    );
}

/** The answers of queries that have a version. */
export const answersOf = (queries: readonly Query[]): VersionedAnswer[] =>
  queries.flatMap((query) => versioned(query.queryHash, query.state.data) ?? []);
