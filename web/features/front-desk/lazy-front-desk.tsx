import type { QueryClient } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PageLoading } from '../../ui/page-loading.tsx';
import type { ScopeState } from '../scope/index.ts';

const load = () => import('./front-desk.tsx');
const FrontDesk = lazyRouteComponent(load, 'FrontDesk');

export async function loadFrontDesk(client: QueryClient, scope: ScopeState): Promise<void> {
  await FrontDesk.preload?.();
  const { requestFrontDesk } = await load();
  requestFrontDesk(client, scope);
}

export function LazyFrontDesk({ scope }: { scope: ScopeState }) {
  return (
    <Suspense fallback={<PageLoading />}>
      <FrontDesk scope={scope} />
    </Suspense>
  );
}
