import { lazyRouteComponent } from '@tanstack/react-router';

export const MailingDrawer = lazyRouteComponent(() => import('./mailing-drawer.tsx'), 'MailingDrawer');
