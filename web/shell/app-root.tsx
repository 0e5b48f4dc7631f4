import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { IdleWarning, watchSessionExpiry, rebuildSession } from '../features/session/index.ts';
import { paths } from '../paths.ts';
import { setStaleSessionHandler } from '../platform/api.ts';
import { currentSession, subscribe } from '../platform/session-store.ts';

/** Wraps every page: watches the session's expiry and navigates when the session changes, in this tab or another. */
export function AppRoot() {
  const router = useRouter();
  const navigate = useNavigate();
  useEffect(() => watchSessionExpiry(), []);
  useEffect(() => {
    const sessionIdentity = () => {
      const session = currentSession();
      return session && `${session.contactId} ${session.limited}`;
    };
    let before = sessionIdentity();
    return subscribe(() => {
      const now = sessionIdentity();
      // the routes check again who can open them
      if (now !== before) void router.invalidate();
      before = now;
    });
  }, [router]);
  useEffect(
    () =>
      setStaleSessionHandler((request) => {
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
