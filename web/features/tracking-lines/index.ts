import { lazyRouteComponent } from '@tanstack/react-router';

export { TrackingLinesLink } from './tracking-lines-link.tsx';

export const TrackingLinesPage = lazyRouteComponent(
  () => import('./tracking-lines-page.tsx'),
  'TrackingLinesPage',
);
