import { lazyRouteComponent } from '@tanstack/react-router';

/** The drawer of a mailing: the list is there before anything that opens over it. */
export const MailingDrawer = lazyRouteComponent(() => import('./mailing-drawer.tsx'), 'MailingDrawer');
