import { countCallbacks } from '@mailcall/contract/callbacks.ts';
import { countWaitingMailings } from '@mailcall/contract/mailings.ts';
import { requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { alwaysFresh } from '../../platform/query-client.ts';
import type { ScopeState } from '../scope/index.ts';

/** The key begins like mailings' keys, so that invalidating them includes it. Refetched whenever displayed. */
export const waitingMailingsQuery = (scope: ScopeState['query']) => {
  const accounts = requestedAccounts(scope);
  return queryOptions({
    queryKey: ['mailings', 'waiting', accounts],
    queryFn: async ({ signal }) =>
      (await call(countWaitingMailings, { query: accounts }, { signal })).waiting,
    ...alwaysFresh,
  });
};

/** Refetched whenever displayed, because others call back too; the callback desk invalidates it. */
export const waitingCallersQuery = (scope: ScopeState['query']) => {
  const accounts = requestedAccounts(scope);
  return queryOptions({
    queryKey: ['callbacks', 'counts', accounts],
    queryFn: ({ signal }) => call(countCallbacks, { query: accounts }, { signal }),
    ...alwaysFresh,
    enabled: accounts.accountIds.length > 0,
  });
};
