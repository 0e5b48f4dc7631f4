import { QueryClient } from '@tanstack/react-query';
import { subscribe, currentSession } from './session-store.ts';

/**
 * The cache of answers. Figures are kept until the scope changes or a command makes them old; nothing is asked again
 * because a window got focus.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchOnMount: false,
      // a failure is shown on its card with Retry; asking again by itself would only hide it longer
      retry: false,
    },
    mutations: { retry: false },
  },
});

// what one person saw must not be there for the next one at the same desk
let lastContact = currentSession()?.contactId ?? null;
subscribe(() => {
  const contact = currentSession()?.contactId ?? null;
  if (contact !== lastContact) queryClient.clear();
  lastContact = contact;
});
