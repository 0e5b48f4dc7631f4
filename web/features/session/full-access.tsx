import { lazyRouteComponent } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useSession } from '../../platform/session-store.ts';

const LimitedCard = lazyRouteComponent(() => import('./limited-notices.tsx'), 'LimitedCard');

/** Whether the session has limited access: routes that need full access must not be requested then. */
export function useLimited(): boolean {
  return useSession()?.limited ?? false;
}

/**
 * Renders its content for a full session. For a limited one it renders the blocking notice, or `otherwise`; the content is
 * not mounted then, so that it requests nothing.
 */
export function FullAccess({
  children,
  otherwise = <BlockingNotice />,
}: {
  children: ReactNode;
  otherwise?: ReactNode;
}) {
  return <>{useLimited() ? otherwise : children}</>;
}

const BlockingNotice = () => (
  <Suspense>
    <LimitedCard />
  </Suspense>
);
