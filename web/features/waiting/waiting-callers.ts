import { useQuery, useQueryClient } from '@tanstack/react-query';
import { doesAhead, type LoadsAhead } from '../../ui/loads-ahead.ts';
import type { ScopeState } from '../scope/index.ts';
import { waitingCallersQuery } from './api.ts';

/** What {@link useWaitingCallers} returns. */
export type WaitingCallers = ReturnType<typeof useWaitingCallers>;

/** How many callers wait for a callback, and whether there is anything to do about them. */
export function useWaitingCallers(scope: ScopeState['query']) {
  const query = useQuery(waitingCallersQuery(scope));
  const counts = query.data?.counts;
  const waiting = counts && counts['to-call'].callers + counts.snoozed.callers;
  return { query, counts, isToDo: waiting !== undefined && waiting > 0 };
}

/** The props of a link to the callback desk: it is loaded and its callers are requested once the press is likely. */
export function useCallbacksAhead(scope: ScopeState['query']): LoadsAhead {
  const client = useQueryClient();
  const load = async () => (await import('../callbacks/index.ts')).requestCallers(client, scope);
  // when it cannot be loaded, opening it says so
  return doesAhead(() => void load().catch(() => undefined));
}
