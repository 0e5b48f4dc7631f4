import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../platform/query-client.ts';
import { Shell } from './shell.tsx';

/** Every page of a signed-in person, with the cache of responses. */
export function SignedIn() {
  return (
    <QueryClientProvider client={queryClient}>
      <Shell />
    </QueryClientProvider>
  );
}
