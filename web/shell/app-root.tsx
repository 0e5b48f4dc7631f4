import { lazyRouteComponent, Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { rebuildSession, watchSessionExpiry } from '../features/session/index.ts';
import { paths } from '../paths.ts';
import { watchArrivals } from '../platform/arrival.ts';
import { setStaleSessionHandler } from '../platform/api.ts';
import { useSession } from '../platform/session-store.ts';

const SignedInLayers = lazyRouteComponent(() => import('./signed-in-layers.tsx'), 'SignedInLayers');

export function AppRoot() {
  const router = useRouter();
  const navigate = useNavigate();
  const hasSignedIn = useHasSignedIn();
  useEffect(() => watchSessionExpiry(), []);
  useEffect(() => watchArrivals(router.history), [router]);
  useEffect(
    () =>
      setStaleSessionHandler((request) => {
        const stayHere = request !== 'reading';
        void rebuildSession(() => {
          if (!stayHere) void navigate({ to: paths.calls, search: {} });
        });
      }),
    [navigate],
  );
  return (
    <>
      <Outlet />
      {hasSignedIn && (
        <Suspense>
          <SignedInLayers />
        </Suspense>
      )}
    </>
  );
}

function useHasSignedIn(): boolean {
  const signedIn = useSession() !== null;
  const [before, setBefore] = useState(signedIn);
  if (signedIn && !before) setBefore(true);
  return signedIn || before;
}
