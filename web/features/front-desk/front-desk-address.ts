import { type LeaderboardSort, leaderboardSorts } from '@mailcall/contract/front-desk.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type Address, textOf, useAddress, useChangeAddress } from '../../platform/address.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This step of the history opened something over the Front Desk: closing it undoes the step. */
    frontDeskOpened?: boolean | undefined;
  }
}

/** What the leaderboard's rows are ordered by: at most one of the two at a time. */
export interface LeaderboardOrder {
  by: 'rank' | 'name';
  dir: 'asc' | 'desc';
}

/** The leaderboard's part of the address. */
export interface LeaderboardState {
  /** What it is ranked by; appointments unless said otherwise. */
  rankedBy: LeaderboardSort;
  order: LeaderboardOrder;
}

/** Reads the leaderboard's part of an address; what it does not say, or says wrongly, is as the leaderboard starts. */
export function leaderboardFromAddress(address: Address): LeaderboardState {
  const rank = textOf(address['rank']);
  return {
    rankedBy: leaderboardSorts.find((sort) => sort === rank) ?? 'appointments',
    order: {
      by: textOf(address['sort']) === 'name' ? 'name' : 'rank',
      dir: textOf(address['dir']) === 'desc' ? 'desc' : 'asc',
    },
  };
}

/** Writes the leaderboard's part of an address; what is as it starts is left out. */
export function leaderboardToAddress({ rankedBy, order }: LeaderboardState): Address {
  return {
    rank: rankedBy === 'appointments' ? undefined : rankedBy,
    sort: order.by === 'rank' ? undefined : order.by,
    dir: order.dir === 'asc' ? undefined : order.dir,
  };
}

/** The order after a heading was pressed: its own flips, the other one's starts and clears it. */
export function orderedBy(order: LeaderboardOrder, by: LeaderboardOrder['by']): LeaderboardOrder {
  return { by, dir: order.by === by && order.dir === 'asc' ? 'desc' : 'asc' };
}

/** What can be open over the Front Desk, by its name in the address. */
export type Opening = 'staff' | 'metric' | 'proTip';

/** Something that opens over the Front Desk: which one stands in the address, and Back closes it. */
export function useOpening(name: Opening): {
  open: string | undefined;
  show: (value: string) => void;
  close: () => void;
} {
  const navigate = useNavigate();
  const router = useRouter();
  const changeAddress = useChangeAddress();
  return {
    open: textOf(useAddress()[name]),
    show: (value) =>
      void navigate({
        to: '.',
        search: (before: Address) => ({ ...before, [name]: value }),
        state: { frontDeskOpened: true },
        resetScroll: false,
      }),
    close: () => {
      if (router.state.location.state.frontDeskOpened) router.history.back();
      else changeAddress({ [name]: undefined }, { replace: true });
    },
  };
}
