import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../platform/query-client.ts';
import { Shell } from './shell.tsx';

export function SignedIn() {
  return (
    <QueryClientProvider client={queryClient}>
      <Shell />
    </QueryClientProvider>
  );
}
