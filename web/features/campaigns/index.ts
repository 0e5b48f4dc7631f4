import { lazyRouteComponent } from '@tanstack/react-router';

export { CampaignsPage } from './campaigns-page.tsx';
export { DeliveredInWeeks } from './deliveries.tsx';
export { MailingDrawer } from './lazy-mailing-drawer.ts';
export { requestCampaigns } from './mailing-requests.ts';

/** Loaded with Today, to keep the campaigns small. */
export const TodayMailings = lazyRouteComponent(() => import('./today-mailings.tsx'), 'TodayMailings');
