import { ActionIcon, Text } from '@mantine/core';
import { type AccountsOfRequest, accountsOf } from '@mailcall/contract/scope/scope.ts';
import { IconRefresh } from '@tabler/icons-react';
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { asOfText } from './dates.ts';
import { lagging, newestVersion, oldestAsOf, type VersionedAnswer, versioned } from './data-version.ts';
import classes from './as-of.module.css';

/** The accounts of a request as one text. */
const accountsKey = (request: object) => JSON.stringify(accountsOf(request as AccountsOfRequest));

/** Whether a query asks for these accounts: only then are the versions of two answers comparable. */
const requestsAccounts = (accounts: string) => (query: Query) =>
  query.queryKey.some(
    (part) =>
      typeof part === 'object' && part !== null && 'accountIds' in part && accountsKey(part) === accounts,
  );

const answersOf = (queries: readonly Query[]): VersionedAnswer[] =>
  queries.flatMap((query) => versioned(query.queryHash, query.state.data) ?? []);

/**
 * How old the figures of the screen are, over all its answers for these accounts; asks those again, once, that lag
 * behind the newest version seen.
 */
function useAsOf(accounts: AccountsOfRequest): {
  asOf: string | null;
  refresh: () => void;
  refreshing: boolean;
} {
  const client = useQueryClient();
  const predicate = useMemo(() => requestsAccounts(accountsKey(accounts)), [accounts]);
  const cache = client.getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  const shown = useCallback(() => cache.findAll({ type: 'active', predicate }), [cache, predicate]);
  const asOf = useSyncExternalStore(subscribe, () => oldestAsOf(answersOf(shown())));
  // by answer, the newest version it was asked again for
  const asked = useRef(new Map<string, number>());
  // what other screens have seen of these accounts counts too: after resolving a call the Overview lags
  const newest = useSyncExternalStore(subscribe, () =>
    newestVersion(answersOf(cache.findAll({ predicate }))),
  );
  // those in flight are judged when they have come; joined, so that the snapshot stays the same while nothing changes
  const behind = useSyncExternalStore(subscribe, () => {
    const idle = answersOf(shown().filter((query) => query.state.fetchStatus === 'idle'));
    return lagging(idle, newest, asked.current)
      .map(({ id }) => id)
      .join('\n');
  });
  useEffect(() => {
    if (behind === '') return;
    const ids = new Set(behind.split('\n'));
    for (const id of ids) asked.current.set(id, newest);
    void client.refetchQueries({ predicate: (query) => ids.has(query.queryHash) });
  }, [client, behind, newest]);
  const refreshing = useIsFetching({ type: 'active', predicate }) > 0;
  const refresh = useCallback(
    () => void client.refetchQueries({ type: 'active', predicate }),
    [client, predicate],
  );
  return { asOf, refresh, refreshing };
}

/** 'as of h:mm a', with the button that asks for the newest figures. */
export function AsOf({ accounts }: { accounts: AccountsOfRequest }) {
  const { asOf, refresh, refreshing } = useAsOf(accounts);
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
        // not disabled while it turns: that would take the focus from who pressed it
        onClick={() => refreshing || refresh()}
        aria-disabled={refreshing}
      >
        <IconRefresh size={16} className={refreshing ? classes.turning : ''} aria-hidden />
      </ActionIcon>
    </div>
  );
}
