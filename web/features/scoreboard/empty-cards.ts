import type { Breakdown } from '@mailcall/contract/scoreboard.ts';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLastKnown } from '../../ui/last-known.ts';
import type { ScopeState } from '../scope/index.ts';
import { breakdownQuery, callsByHourQuery } from './api.ts';
import { breakdownKeys, type CardKey } from './breakdown-order.ts';
import { hasNoCalls } from './calls-by-hour.ts';

/** The breakdowns without a row, once all of them are loaded or failed; null until then. */
const emptyBreakdowns = (answers: UseQueryResult<Breakdown>[]): CardKey[] | null =>
  answers.some(({ isPending }) => isPending)
    ? null
    : breakdownKeys.filter((_, index) => answers[index]?.data?.records.length === 0);

/** The cards that are known to be empty; undefined while any of them is loading, so that the cards do not move one by one. */
function useEmptyCards(scope: ScopeState['query'], showAllSources: boolean): readonly CardKey[] | undefined {
  const breakdowns = useQueries({
    // the cards request them, one after the other
    queries: breakdownKeys.map((key) => ({
      ...breakdownQuery(key, scope, key === 'callerSource' && showAllSources),
      enabled: false,
    })),
    combine: emptyBreakdowns,
  });
  const byHour = useQuery({ ...callsByHourQuery(scope), enabled: false });
  const hourIsEmpty = byHour.data !== undefined && hasNoCalls(byHour.data);
  return useMemo(() => {
    if (breakdowns === null || byHour.isPending) return undefined;
    return hourIsEmpty ? [...breakdowns, 'byHour'] : breakdowns;
  }, [breakdowns, byHour.isPending, hourIsEmpty]);
}

const noCards: readonly CardKey[] = [];

/**
 * The empty cards, which are folded into one line, and whether that is open. While it is open its cards stay in it, even when
 * one gets rows by its own switch.
 */
export function useFoldedCards(
  scope: ScopeState['query'],
  showAllSources: boolean,
): { folded: readonly CardKey[]; isOpen: boolean; toggle: () => void } {
  const scopeKey = JSON.stringify(scope);
  // while one card is loaded again, by its switch or Retry, the others stay where they are
  const empty = useLastKnown(useEmptyCards(scope, showAllSources), scopeKey) ?? noCards;
  const [opened, setOpened] = useState<{ scopeKey: string; cards: readonly CardKey[] } | null>(null);
  const isOpen = opened?.scopeKey === scopeKey;
  return {
    folded: isOpen ? opened.cards : empty,
    isOpen,
    toggle: () => setOpened(isOpen ? null : { scopeKey, cards: empty }),
  };
}
