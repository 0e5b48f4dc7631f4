import { countCallbacks } from '@mailcall/contract/callbacks.ts';
import { countWaitingMailings } from '@mailcall/contract/mailings.ts';
import { requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import type { ScopeState } from '../scope/index.ts';

/**
 * How many mailings of the selected accounts wait for the office. Its key begins like those of the mailings, so that what
 * outdates them outdates the count too; other people approve mailings, so it is requested again whenever it is displayed.
 */
export const waitingMailingsQuery = (scope: ScopeState['query']) => {
  const accounts = requestedAccounts(scope);
  return queryOptions({
    queryKey: ['mailings', 'waiting', accounts],
    queryFn: async ({ signal }) =>
      (await call(countWaitingMailings, { query: accounts }, { signal })).waiting,
    staleTime: 0,
    refetchOnMount: 'always',
  });
};

/**
 * How many callers of the selected accounts wait for a callback, whatever the dates and types. Others call back too, so it is
 * requested again whenever it is displayed; the callback desk outdates it.
 */
export const waitingCallersQuery = (scope: ScopeState['query']) => {
  const accounts = requestedAccounts(scope);
  return queryOptions({
    queryKey: ['callbacks', 'counts', accounts],
    queryFn: ({ signal }) => call(countCallbacks, { query: accounts }, { signal }),
    staleTime: 0,
    refetchOnMount: 'always',
    enabled: accounts.accountIds.length > 0,
  });
};
