import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { loadsAhead } from '../../ui/loads-ahead.ts';
import { PageLoading } from '../../ui/page-loading.tsx';
import type { ScopeState } from '../scope/index.ts';

const FrontDesk = lazyRouteComponent(() => import('./front-desk.tsx'), 'FrontDesk');

/** For the element that opens the tab. */
export const loadsFrontDesk = loadsAhead(FrontDesk);

/** The tab Front Desk, whose code is loaded when it is first opened. */
export function LazyFrontDesk({ scope }: { scope: ScopeState }) {
  return (
    <Suspense fallback={<PageLoading />}>
      <FrontDesk scope={scope} />
    </Suspense>
  );
}
