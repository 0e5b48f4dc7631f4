import type { BreakdownKey } from '@mailcall/contract/scoreboard.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type Address, useChangeAddress, useCurrentParameter } from '../../platform/address.ts';
import { isBreakdownKey } from './breakdown-table.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This history step opened the full list of a breakdown; closing it undoes the step. */
    listOpened?: boolean | undefined;
  }
}

export function useShowFullList(): (key: BreakdownKey) => void {
  const navigate = useNavigate();
  return (key) =>
    void navigate({
      to: '.',
      search: (before: Address) => ({ ...before, list: key }),
      state: { listOpened: true },
      resetScroll: false,
    });
}

export function useFullList(): { open: BreakdownKey | null; close: () => void } {
  const router = useRouter();
  const changeAddress = useChangeAddress();
  const list = useCurrentParameter('list');
  return {
    open: isBreakdownKey(list) ? list : null,
    close: () => {
      if (router.state.location.state.listOpened) router.history.back();
      else changeAddress({ list: undefined }, { replace: true });
    },
  };
}
