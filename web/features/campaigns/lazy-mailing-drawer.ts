import { lazyRouteComponent } from '@tanstack/react-router';

/** Drawer of a mailing, loaded after the list. */
export const MailingDrawer = lazyRouteComponent(() => import('./mailing-drawer.tsx'), 'MailingDrawer');
