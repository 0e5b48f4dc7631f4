import type { QueryClient } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PageLoading } from '../../ui/page-loading.tsx';
import type { ScopeState } from '../scope/index.ts';
import { callsQuery, summaryQuery } from './api.ts';
import { callListRequest, listFromAddress, listsCalls } from './list-address.ts';

function requestAllCalls(client: QueryClient, { query }: ScopeState): void {
  const list = listFromAddress({});
  void client.prefetchQuery(summaryQuery(query));
  if (listsCalls(list)) void client.prefetchQuery(callsQuery(callListRequest(list, query)));
}

const AllCalls = lazyRouteComponent(() => import('./all-calls.tsx'), 'AllCalls');

export async function loadAllCalls(client: QueryClient, scope: ScopeState): Promise<void> {
  requestAllCalls(client, scope);
  await AllCalls.preload?.();
}

export function LazyAllCalls() {
  return (
    <Suspense fallback={<PageLoading />}>
      <AllCalls />
    </Suspense>
  );
}
