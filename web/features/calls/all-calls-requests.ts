import type { QueryClient } from '@tanstack/react-query';
import type { ScopeState } from '../scope/index.ts';
import { callsQuery, summaryQuery } from './api.ts';
import { callListRequest, listFromAddress, listsCalls } from './list-address.ts';

export function requestAllCalls(client: QueryClient, { query }: ScopeState): void {
  const list = listFromAddress({});
  void client.prefetchQuery(summaryQuery(query));
  if (listsCalls(list)) void client.prefetchQuery(callsQuery(callListRequest(list, query)));
}
