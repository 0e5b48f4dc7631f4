import { ActionIcon, Text } from '@mantine/core';
import type { RequestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { IconRefresh } from '@tabler/icons-react';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { automatically } from '../platform/api.ts';
import { asOfText } from './dates.ts';
import { outdated, newestVersion, oldestAsOf } from './data-version.ts';
import { answersOf, isQueryOfAccounts } from './queries-of-accounts.ts';
import classes from './as-of.module.css';

/**
 * How old the figures of the screen are, over all its answers for these accounts. Refetches answers that are older than the
 * newest version received, once per version.
 */
function useAsOf(accounts: RequestedAccounts): {
  asOf: string | null;
  refresh: () => void;
  isRefreshing: boolean;
} {
  const client = useQueryClient();
  const predicate = useMemo(() => isQueryOfAccounts(accounts), [accounts]);
  const cache = client.getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  const activeQueries = useCallback(() => cache.findAll({ type: 'active', predicate }), [cache, predicate]);
  const asOf = useSyncExternalStore(subscribe, () => oldestAsOf(answersOf(activeQueries())));
  // by answer, the newest version that it was refetched for
  const refetchedFor = useRef(new Map<string, number>());
  // answers of other screens count too: after a call is resolved, those of the Overview are outdated
  const newest = useSyncExternalStore(subscribe, () =>
    newestVersion(answersOf(cache.findAll({ predicate }))),
  );
  // queries in flight are compared once they are answered; joined, so that the snapshot is stable while nothing changes
  const outdatedIds = useSyncExternalStore(subscribe, () => {
    const idle = answersOf(activeQueries().filter((query) => query.state.fetchStatus === 'idle'));
    return outdated(idle, newest, refetchedFor.current)
      .map(({ id }) => id)
      .join('\n');
  });
  useEffect(() => {
    if (outdatedIds === '') return;
    const ids = new Set(outdatedIds.split('\n'));
    for (const id of ids) refetchedFor.current.set(id, newest);
    automatically(() => void client.refetchQueries({ predicate: (query) => ids.has(query.queryHash) }));
  }, [client, outdatedIds, newest]);
  const isRefreshing = useIsFetching({ type: 'active', predicate }) > 0;
  const refresh = useCallback(
    () => void client.refetchQueries({ type: 'active', predicate }),
    [client, predicate],
  );
  return { asOf, refresh, isRefreshing };
}

/** 'as of h:mm a', with the button that refreshes the figures. */
export function AsOf({ accounts }: { accounts: RequestedAccounts }) {
  const { asOf, refresh, isRefreshing } = useAsOf(accounts);
  return (
    <div className={classes.line}>
      <Text size="xs" c="dimmed" aria-live="off">
        {asOf === null ? '' : `as of ${asOfText(asOf, new Date())}`}
      </Text>
      <ActionIcon
        className={classes.refresh}
        variant="subtle"
        color="gray"
        aria-label="Refresh the figures"
        title="Refresh the figures"
        // not disabled while it refreshes: a disabled button would lose the focus
        onClick={() => isRefreshing || refresh()}
        aria-disabled={isRefreshing}
      >
        <IconRefresh size={16} className={isRefreshing ? classes.turning : ''} aria-hidden />
      </ActionIcon>
    </div>
  );
}
