import { lazyRouteComponent } from '@tanstack/react-router';

export { CampaignsPage } from './campaigns-page.tsx';

// the list is there before anything that opens over it
export const MailingDrawer = lazyRouteComponent(() => import('./mailing-drawer.tsx'), 'MailingDrawer');
