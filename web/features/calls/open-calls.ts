import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Address } from '../../platform/address.ts';
import { paths } from '../../paths.ts';
import { isScopeName } from '../scope/index.ts';
import type { ListKind } from './sub-tabs.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many consecutive steps of the history opened a call's details: closing undoes all of them. */
    callsOpened?: number | undefined;
    /** Whether the recording starts with the details, because Play was pressed in the list. */
    playAtOnce?: boolean | undefined;
  }
}

/** A selection of calls by outcome (or the appointments), and by filters with their names on the wire. */
export interface CallsSelection {
  outcome: ListKind;
  filters?: Record<string, string | string[]>;
  /** Only calls of these days, in place of the dates of the scope. */
  days?: DateRange;
}

/** A link to the list of calls behind a figure: All Calls with that outcome and these filters, page 1, in the same scope. */
export function callsLink({ outcome, filters, days }: CallsSelection) {
  return {
    to: paths.scoreboard,
    search: ((before: Address) => ({
      ...Object.fromEntries(Object.entries(before).filter(([name]) => isScopeName(name))),
      ...(days && { range: undefined, from: days.startDate, to: days.endDate }),
      ...filters,
      tab: 'all-calls',
      outcome,
    })) as never,
  };
}

/** Navigates to the list of {@link callsLink}. */
export function useOpenCalls(): (selection: CallsSelection) => void {
  const navigate = useNavigate();
  return useCallback((selection) => void navigate(callsLink(selection)), [navigate]);
}

/** Opens a call's details over the page; the query of the address stays. */
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

/** Closes a call's details: back to where they were opened, or to the scoreboard when they were opened first. */
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
