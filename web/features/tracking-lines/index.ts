import { lazyRouteComponent } from '@tanstack/react-router';

export { TrackingLinesLink } from './tracking-lines-link.tsx';

// the scoreboard has only the link
export const TrackingLinesPage = lazyRouteComponent(
  () => import('./tracking-lines-page.tsx'),
  'TrackingLinesPage',
);
