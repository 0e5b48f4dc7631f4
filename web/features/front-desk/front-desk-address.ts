import type { SortDirection } from '@mailcall/contract/rules/paging.ts';
import {
  type LeaderboardOrderBy,
  type LeaderboardSort,
  leaderboardSorts,
} from '@mailcall/contract/leaderboard.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import {
  type Address,
  pageIn,
  textOf,
  useChangeAddress,
  useCurrentParameter,
} from '../../platform/address.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This history step opened something over the Front Desk; closing it undoes the step. */
    frontDeskOpened?: boolean | undefined;
  }
}

export interface LeaderboardOrder {
  by: LeaderboardOrderBy;
  dir: SortDirection;
}

export interface LeaderboardState {
  rankedBy: LeaderboardSort;
  order: LeaderboardOrder;
  /** From 1. */
  page: number;
}

export function leaderboardFromAddress(address: Address): LeaderboardState {
  const rank = textOf(address['rank']);
  return {
    rankedBy: leaderboardSorts.find((sort) => sort === rank) ?? 'appointments',
    order: {
      by: textOf(address['sort']) === 'name' ? 'name' : 'rank',
      dir: textOf(address['dir']) === 'desc' ? 'desc' : 'asc',
    },
    page: pageIn(address['staffPage']),
  };
}

export function leaderboardToAddress({ rankedBy, order, page }: LeaderboardState): Address {
  return {
    rank: rankedBy === 'appointments' ? undefined : rankedBy,
    sort: order.by === 'rank' ? undefined : order.by,
    dir: order.dir === 'asc' ? undefined : order.dir,
    staffPage: page === 1 ? undefined : String(page),
  };
}

export function toggleOrder(order: LeaderboardOrder, by: LeaderboardOrder['by']): LeaderboardOrder {
  return { by, dir: order.by === by && order.dir === 'asc' ? 'desc' : 'asc' };
}

export type OverlayName = 'staff' | 'metric' | 'proTip';

export function useOverlay(name: OverlayName): {
  open: string | undefined;
  show: (value: string) => void;
  close: () => void;
} {
  const navigate = useNavigate();
  const router = useRouter();
  const changeAddress = useChangeAddress();
  return {
    open: useCurrentParameter(name),
    show: (value) =>
      void navigate({
        to: '.',
        search: (before: Address) => ({ ...before, [name]: value, metricPage: undefined }),
        state: { frontDeskOpened: true },
        resetScroll: false,
      }),
    close: () => {
      if (router.state.location.state.frontDeskOpened) router.history.back();
      else changeAddress({ [name]: undefined, metricPage: undefined }, { replace: true });
    },
  };
}

/** Page of the open metric. Changing it adds no history step, so that Back still closes the drawer. */
export function useMetricPage(): { page: number; show: (page: number) => void } {
  const navigate = useNavigate();
  return {
    page: pageIn(useCurrentParameter('metricPage')),
    show: (page) =>
      void navigate({
        to: '.',
        search: (before: Address) => ({ ...before, metricPage: page === 1 ? undefined : String(page) }),
        state: true,
        replace: true,
        resetScroll: false,
      }),
  };
}
