import { lazyRouteComponent } from '@tanstack/react-router';
import { reloadOnce } from '../../platform/reload-once.ts';
import type { rebuildSession as Rebuild, reloadSession as Reload } from './rebuild-session.ts';

export { confirmLogout } from './confirm-logout.tsx';
export { isForAnotherPerson } from './for-another-person.ts';
export { awaitedStep } from './second-step.ts';
export { pendingVerification } from './awaited-verification.ts';
export { FullAccess, useGuest, useLimited, useOwnAccess, useTeamMember } from './full-access.tsx';
export { hasPasskeys } from './has-passkeys.ts';
export { IdleWarning } from './idle-warning.tsx';
export { takeMailedToken } from './mailed-token.ts';
export { PasswordRequirementList } from './password-requirement-list.tsx';
export { ReferralLinks } from './referral-links.tsx';
export { clearReturnPath, storeReturnPath, takeReturnPath } from './return-path.ts';
export { endIdleSession, watchSessionExpiry } from './session-clock.ts';

export const reloadSession: typeof Reload = async () =>
  (await import('./rebuild-session.ts')).reloadSession();

/** Refreshes a session that the server reported as stale; if its code cannot be loaded, the reloaded page does. */
export const rebuildSession: typeof Rebuild = async (afterwards) => {
  const file = await import('./rebuild-session.ts').catch(reloadOnce);
  await file?.rebuildSession(afterwards);
};

export const passkeys = () => import('./passkeys.ts');

// each page loads only its own screen
const linkScreens = () => import('./link-screens.tsx');
const limitedNotices = () => import('./limited-notices.tsx');
export const ActivationScreen = lazyRouteComponent(
  () => import('./activation-screen.tsx'),
  'ActivationScreen',
);
export const GrantScreen = lazyRouteComponent(() => import('./grant-screen.tsx'), 'GrantScreen');
export const LimitedOverlay = lazyRouteComponent(limitedNotices, 'LimitedOverlay');
export const LimitedPage = lazyRouteComponent(limitedNotices, 'LimitedPage');
export const LoginPreview = lazyRouteComponent(() => import('./login-preview.tsx'), 'LoginPreview');
export const LoginScreen = lazyRouteComponent(() => import('./login-screen.tsx'), 'LoginScreen');
export const LogoutScreen = lazyRouteComponent(() => import('./logout-screen.tsx'), 'LogoutScreen');
export const MagicScreen = lazyRouteComponent(linkScreens, 'MagicScreen');
export const ResetScreen = lazyRouteComponent(() => import('./reset-screen.tsx'), 'ResetScreen');
export const SecondStepScreen = lazyRouteComponent(
  () => import('./second-step-screen.tsx'),
  'SecondStepScreen',
);
export const SetupScreen = lazyRouteComponent(() => import('./setup-screen.tsx'), 'SetupScreen');
export const TokenScreen = lazyRouteComponent(linkScreens, 'TokenScreen');
export const UnsubscribeScreen = lazyRouteComponent(
  () => import('./unsubscribe-screen.tsx'),
  'UnsubscribeScreen',
);
export const VerifyScreen = lazyRouteComponent(() => import('./verify-screen.tsx'), 'VerifyScreen');
export const WithdrawScreen = lazyRouteComponent(() => import('./withdraw-screen.tsx'), 'WithdrawScreen');
