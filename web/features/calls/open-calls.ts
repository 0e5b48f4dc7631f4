import type { ScoreFieldName } from '@mailcall/contract/rules/score-fields.ts';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Address } from '../../platform/address.ts';
import { paths } from '../../paths.ts';
import { isScopeName } from '../scope/index.ts';
import type { ListKind } from './sub-tabs.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Number of consecutive history steps that opened call details; closing undoes all. */
    callsOpened?: number | undefined;
    /** Whether the recording starts at once, because Play was pressed in the list. */
    playAtOnce?: boolean | undefined;
  }
}

export interface CallsSelection {
  outcome: ListKind;
  filters?: Record<string, string | string[]>;
  /** Only calls of these days instead of the scope's dates. */
  days?: DateRange;
  /** Field that details show in the recording. */
  mark?: ScoreFieldName | undefined;
}

export function callsLink({ outcome, filters, days, mark }: CallsSelection) {
  return {
    to: paths.scoreboard,
    search: ((before: Address) => ({
      ...Object.fromEntries(Object.entries(before).filter(([name]) => isScopeName(name))),
      ...(days && { range: undefined, from: days.startDate, to: days.endDate }),
      ...filters,
      mark,
      tab: 'all-calls',
      outcome,
    })) as never,
  };
}

export function useOpenCalls(): (selection: CallsSelection) => void {
  const navigate = useNavigate();
  return useCallback((selection) => void navigate(callsLink(selection)), [navigate]);
}

export function useOpenCall(): (callId: string, options?: { play?: boolean; replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (callId, { play = false, replace = false } = {}) =>
      void navigate({
        to: paths.call(callId),
        search: (before: Address) => ({ ...before, resolve: undefined }),
        replace,
        resetScroll: false,
        state: (before) => ({
          callsOpened: (before.callsOpened ?? 0) + (replace ? 0 : 1),
          playAtOnce: play || undefined,
        }),
      }),
    [navigate],
  );
}

/** Closes a call's details: back to where they were opened, or to the scoreboard if they were the first page. */
export function useCloseCall(): () => void {
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  return useCallback(() => {
    const opened = router.state.location.state.callsOpened ?? 0;
    if (opened > 0) router.history.go(-opened);
    else if (canGoBack) router.history.back();
    else void navigate({ to: paths.scoreboard, search: true, replace: true, resetScroll: false });
  }, [router, navigate, canGoBack]);
}
