import { useQuery, useQueryClient } from '@tanstack/react-query';
import { doesAhead, type LoadsAhead } from '../../ui/loads-ahead.ts';
import { type ScopeState, useScope } from '../scope/index.ts';
import { waitingCallersQuery } from './api.ts';

/** The most accounts whose callers are counted wherever the count is shown: of 500 offices, counting takes seconds. */
const mostCounted = 100;

/** How many callers wait for a callback, and whether there is anything to do about them: of many accounts it is not counted. */
export function useWaitingCallers(scope: ScopeState['query']) {
  const isCounted = useScope().accountIds.length <= mostCounted;
  const query = useQuery({ ...waitingCallersQuery(scope), ...(isCounted ? {} : { enabled: false }) });
  const counts = isCounted ? query.data?.counts : undefined;
  const waiting = counts && counts['to-call'].callers + counts.snoozed.callers;
  return { query, counts, isCounted, isToDo: isCounted ? waiting !== undefined && waiting > 0 : true };
}

/** The props of a link to the callback desk: it is loaded and its callers are requested once the press is likely. */
export function useCallbacksAhead(scope: ScopeState['query']): LoadsAhead {
  const client = useQueryClient();
  const load = async () => (await import('../callbacks/index.ts')).requestCallers(client, scope);
  // when it cannot be loaded, opening it says so
  return doesAhead(() => void load().catch(() => undefined));
}
