import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PageLoading } from '../../ui/page-loading.tsx';
import type { ScopeState } from '../scope/index.ts';

const FrontDesk = lazyRouteComponent(() => import('./front-desk.tsx'), 'FrontDesk');

/** The tab Front Desk, whose code is loaded when it is first opened. */
export function LazyFrontDesk({ scope }: { scope: ScopeState }) {
  return (
    <Suspense fallback={<PageLoading />}>
      <FrontDesk scope={scope} />
    </Suspense>
  );
}
