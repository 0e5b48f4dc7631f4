import type { Breakdown } from '@mailcall/contract/scoreboard.ts';
import {
  QueriesObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { useLastKnown } from '../../ui/stale-while-loading.ts';
import type { ScopeState } from '../scope/index.ts';
import { breakdownQuery, callsByHourQuery } from './api.ts';
import { breakdownKeys, type CardKey } from './questions.ts';
import { type CallsByHour, hasNoCalls } from './calls-by-hour.ts';

type Answers = readonly Pick<QueryObserverResult, 'data' | 'isPending'>[];

/** Keys of empty cards, once all are loaded or failed; null until then. */
function emptyKeys(answers: Answers): string | null {
  if (answers.some(({ isPending }) => isPending)) return null;
  const isEmpty = (index: number) => {
    const answer = answers[index]?.data;
    if (answer === undefined) return false;
    return index < breakdownKeys.length
      ? (answer as Breakdown).records.length === 0
      : hasNoCalls(answer as CallsByHour);
  };
  return [...breakdownKeys, 'byHour'].filter((_, index) => isEmpty(index)).join(' ');
}

/** Cards known to be empty; undefined while any is loading, so that cards do not move one by one. */
function useEmptyCards(scope: ScopeState['query'], showAllSources: boolean): readonly CardKey[] | undefined {
  const client = useQueryClient();
  // one observer for all, because each answer of `useQueries` would render all cards again
  const observer = useMemo(() => {
    const queries = [
      ...breakdownKeys.map((key) => breakdownQuery(key, scope, key === 'callerSource' && showAllSources)),
      callsByHourQuery(scope),
    ];
    // the cards request them one after another
    return new QueriesObserver(
      client,
      queries.map((query) =>
        client.defaultQueryOptions({ ...query, enabled: false } as QueryObserverOptions),
      ),
    );
  }, [client, scope, showAllSources]);
  const subscribe = useCallback((changed: () => void) => observer.subscribe(changed), [observer]);
  const keys = useSyncExternalStore(subscribe, () => emptyKeys(observer.getCurrentResult()));
  return useMemo(() => (keys === null ? undefined : (keys.split(' ').filter(Boolean) as CardKey[])), [keys]);
}

const noCards: readonly CardKey[] = [];

/** Empty cards in one line. While it is open its cards stay, even if one gets rows by its own switch. */
export function useFoldedCards(
  scope: ScopeState['query'],
  showAllSources: boolean,
): { folded: readonly CardKey[]; isKnown: boolean; isOpen: boolean; toggle: () => void } {
  const scopeKey = JSON.stringify(scope);
  // while one card reloads by its switch or Retry, the others stay in place
  const known = useLastKnown(useEmptyCards(scope, showAllSources), scopeKey);
  const empty = known ?? noCards;
  const [opened, setOpened] = useState<{ scopeKey: string; cards: readonly CardKey[] } | null>(null);
  const isOpen = opened?.scopeKey === scopeKey;
  return {
    folded: isOpen ? opened.cards : empty,
    isKnown: known !== undefined,
    isOpen,
    toggle: () => setOpened(isOpen ? null : { scopeKey, cards: empty }),
  };
}
