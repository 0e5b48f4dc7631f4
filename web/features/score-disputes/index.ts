import { lazyRouteComponent } from '@tanstack/react-router';

export { AnsweredDisputes, useDecidedDisputes } from './answered-disputes.tsx';

/** Loaded with the page that shows them, to keep the scoreboard small. */
export const CallDisputes = lazyRouteComponent(() => import('./call-disputes.tsx'), 'CallDisputes');
export const DisputesPage = lazyRouteComponent(() => import('./disputes-page.tsx'), 'DisputesPage');
export const DisputeMailSwitch = lazyRouteComponent(
  () => import('./dispute-mail-switch.tsx'),
  'DisputeMailSwitch',
);
