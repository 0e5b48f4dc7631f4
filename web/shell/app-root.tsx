import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { IdleWarning, watchSessionExpiry, rebuildSession } from '../features/session/index.ts';
import { paths } from '../paths.ts';
import { whenSessionIsStale } from '../platform/api.ts';
import { currentSession, subscribe } from '../platform/session-store.ts';

/** Around every page: keeps the session's time and leads to where its changes, in this tab or another, belong. */
export function AppRoot() {
  const router = useRouter();
  const navigate = useNavigate();
  useEffect(() => watchSessionExpiry(), []);
  useEffect(() => {
    const who = () => {
      const session = currentSession();
      return session && `${session.contactId} ${session.limited}`;
    };
    let before = who();
    return subscribe(() => {
      const now = who();
      // the routes decide anew who may see them
      if (now !== before) void router.invalidate();
      before = now;
    });
  }, [router]);
  useEffect(
    () =>
      whenSessionIsStale((request) => {
        const stayHere = request === 'writing';
        void rebuildSession(() => {
          if (!stayHere) void navigate({ to: paths.calls, search: {} });
        });
      }),
    [navigate],
  );
  return (
    <>
      <Outlet />
      <IdleWarning onLogout={() => void navigate({ to: paths.logout, search: {} })} />
    </>
  );
}
