import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../platform/query-client.ts';
import { Shell } from './shell.tsx';

/** Root of every signed-in page; provides the response cache. */
export function SignedIn() {
  return (
    <QueryClientProvider client={queryClient}>
      <Shell />
    </QueryClientProvider>
  );
}
