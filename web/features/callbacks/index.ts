import { lazyRouteComponent } from '@tanstack/react-router';

export { requestCallers } from './api.ts';
export { CallbacksPage } from './callbacks-page.tsx';

/** Loaded with Today, without the desk. */
export const NextCallers = lazyRouteComponent(() => import('./next-callers.tsx'), 'NextCallers');
