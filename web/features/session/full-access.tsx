import { lazyRouteComponent } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useSession } from '../../platform/session-store.ts';

const LimitedCard = lazyRouteComponent(() => import('./limited-notices.tsx'), 'LimitedCard');

/** Whether the session has limited access: routes that need full access must not be requested then. */
export function useLimited(): boolean {
  return useSession()?.limited ?? false;
}

/** Whether the session began with a scoreboard link: routes that are not for guests must not be requested then. */
export function useGuest(): boolean {
  return useSession()?.guest ?? false;
}

/** Whether the session shows what is the person's own: it is neither limited nor a guest's. */
export function useOwnAccess(): boolean {
  return [useLimited(), useGuest()].every((is) => !is);
}

/**
 * Renders its content for a full session that is not a guest's. For another one it renders the blocking notice, or `otherwise`;
 * the content is not mounted then, so that it requests nothing.
 */
export function FullAccess({
  guests = false,
  children,
  otherwise = <BlockingNotice />,
}: {
  /** Whether guests see it too. */
  guests?: boolean;
  children: ReactNode;
  otherwise?: ReactNode;
}) {
  const isBlocked = useGuest() && !guests;
  return <>{useLimited() || isBlocked ? otherwise : children}</>;
}

const BlockingNotice = () => (
  <Suspense>
    <LimitedCard />
  </Suspense>
);
