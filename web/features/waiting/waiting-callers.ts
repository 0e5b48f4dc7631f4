import { useQuery, useQueryClient } from '@tanstack/react-query';
import { preloadOnHover, type PreloadHandlers } from '../../ui/preload.ts';
import type { ScopeState } from '../scope/index.ts';
import { waitingCallersQuery } from './api.ts';

export type WaitingCallers = ReturnType<typeof useWaitingCallers>;

export function useWaitingCallers(scope: ScopeState['query']) {
  const query = useQuery(waitingCallersQuery(scope));
  const counts = query.data?.counts;
  const unresolved = query.data?.unresolved;
  const waiting = counts && counts['to-call'].callers + counts.snoozed.callers;
  return { query, counts, unresolved, isToDo: waiting !== undefined && waiting > 0 };
}

export function usePreloadCallbacks(scope: ScopeState['query']): PreloadHandlers {
  const client = useQueryClient();
  const load = async () => (await import('../callbacks/index.ts')).requestCallers(client, scope);
  // opening it reports a failure
  return preloadOnHover(() => void load().catch(() => undefined));
}
