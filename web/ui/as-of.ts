import type { RequestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { automatically } from '../platform/api.ts';
import { outdated, newestVersion, oldestAsOf } from './data-version.ts';
import { answersOf, isQueryOfAccounts } from './queries-of-accounts.ts';

interface CacheState {
  asOf: string | null;
  newest: number;
  outdatedIds: string[];
  isRefreshing: boolean;
}

/** Calls `changed` once after the changes of a task, because each answer changes the cache several times. */
function onceAfterChanges(cache: QueryCache, changed: () => void): () => void {
  let task: ReturnType<typeof setTimeout> | undefined;
  const stop = cache.subscribe(() => {
    task ??= setTimeout(() => {
      task = undefined;
      changed();
    });
  });
  return () => {
    stop();
    clearTimeout(task);
  };
}

/** Time of the oldest figures on the screen. Requests older answers than the newest version again, once per version. */
export function useAsOf(accounts: RequestedAccounts): {
  asOf: string | null;
  refresh: () => void;
  isRefreshing: boolean;
} {
  const client = useQueryClient();
  const predicate = useMemo(() => isQueryOfAccounts(accounts), [accounts]);
  const cache = client.getQueryCache();
  // newest version for which each answer was refetched
  const refetchedFor = useRef(new Map<string, number>());
  // the state is a text, because an equal text causes no rendering
  const state = useSyncExternalStore(
    useCallback((changed: () => void) => onceAfterChanges(cache, changed), [cache]),
    () => {
      const active = cache.findAll({ type: 'active', predicate });
      // answers of other screens count too: resolving a call makes the Overview's answers outdated
      const newest = newestVersion(answersOf(cache.findAll({ predicate })));
      // queries in flight are compared after they are answered
      const idle = answersOf(active.filter((query) => query.state.fetchStatus === 'idle'));
      return JSON.stringify({
        asOf: oldestAsOf(answersOf(active)),
        newest,
        outdatedIds: outdated(idle, newest, refetchedFor.current).map(({ id }) => id),
        isRefreshing: active.some((query) => query.state.fetchStatus === 'fetching'),
      } satisfies CacheState);
    },
  );
  const { asOf, newest, outdatedIds, isRefreshing } = useMemo(() => JSON.parse(state) as CacheState, [state]);
  useEffect(() => {
    if (outdatedIds.length === 0) return;
    const ids = new Set(outdatedIds);
    for (const id of ids) refetchedFor.current.set(id, newest);
    automatically(() => void client.refetchQueries({ predicate: (query) => ids.has(query.queryHash) }));
  }, [client, outdatedIds, newest]);
  const refresh = useCallback(
    () => void client.refetchQueries({ type: 'active', predicate }),
    [client, predicate],
  );
  return { asOf, refresh, isRefreshing };
}
