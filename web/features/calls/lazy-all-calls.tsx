import type { QueryClient } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PageLoading } from '../../ui/page-loading.tsx';
import type { ScopeState } from '../scope/index.ts';
import { requestAllCalls } from './all-calls-requests.ts';

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
