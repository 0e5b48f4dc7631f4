import { QueryClient } from '@tanstack/react-query';
import { subscribe, currentSession } from './session-store.ts';

/**
 * The cache of responses. Figures are cached until the scope changes or a command outdates them; a window that gets the
 * focus requests nothing again.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchOnMount: false,
      // a card displays a failure with Retry; automatic retries would only delay that
      retry: false,
    },
    mutations: { retry: false },
  },
});

// what one person saw must not be visible to the next one at the same desk
let lastContact = currentSession()?.contactId ?? null;
subscribe(() => {
  const contact = currentSession()?.contactId ?? null;
  if (contact !== lastContact) queryClient.clear();
  lastContact = contact;
});
