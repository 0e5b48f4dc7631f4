import { QueryClient } from '@tanstack/react-query';
import { subscribe, currentSession } from './session-store.ts';

/** For what others change too: asked again whenever it is shown. */
export const alwaysFresh = { staleTime: 0, refetchOnMount: 'always' } as const;

/** Also asked again after these milliseconds while it is shown. */
export const livePolled = (milliseconds: number) =>
  ({ ...alwaysFresh, refetchInterval: milliseconds }) as const;

/** Response cache. Figures stay until the scope changes or a command invalidates them; focusing the window requests nothing. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchOnMount: false,
      // a card shows failures with Retry; automatic retries would delay that
      retry: false,
    },
    mutations: { retry: false },
  },
});

// the next user at the same desk must not see a previous user's data
let lastContact = currentSession()?.contactId ?? null;
subscribe(() => {
  const contact = currentSession()?.contactId ?? null;
  if (contact !== lastContact) queryClient.clear();
  lastContact = contact;
});
