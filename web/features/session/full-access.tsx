import { lazyRouteComponent } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useSession } from '../../platform/session-store.ts';

const LimitedCard = lazyRouteComponent(() => import('./limited-notices.tsx'), 'LimitedCard');

/** Limited access: routes that need full access must not be requested. */
export function useLimited(): boolean {
  return useSession()?.limited ?? false;
}

/** Session from a scoreboard link: routes closed to guests must not be requested. */
export function useGuest(): boolean {
  return useSession()?.guest ?? false;
}

export function useOwnAccess(): boolean {
  return [useLimited(), useGuest()].every((is) => !is);
}

export function useTeamMember(): boolean {
  return (useSession()?.team.length ?? 0) > 0;
}

/** Mounts its content only in full sessions that are not a guest's, so that it requests nothing in others. */
export function FullAccess({
  guests = false,
  children,
  otherwise = <BlockingNotice />,
}: {
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
