import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Address, useAddress } from '../../platform/address.ts';
import { focusRow } from '../../ui/page-keys.ts';
import { focusWhenDisplayed } from '../../ui/focus-element.ts';
import { deskFromAddress, type DeskState, deskToAddress } from './desk-address.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether this history step opened a caller; closing the drawer undoes it. */
    callerOpened?: boolean | undefined;
  }
}

export interface Desk {
  state: DeskState;
  /** Changes the state; without `replace` as a step that Back undoes. */
  show: (patch: Partial<DeskState>, options?: { replace?: boolean }) => void;
  /** Closes the top layer: the form, the caller, or the rows of a figure. */
  close: () => void;
  /** Caller open in the URL, even before it is drawn. */
  openCaller: () => string | null;
}

export function useDesk(): Desk {
  const address = useAddress();
  const navigate = useNavigate();
  const router = useRouter();
  return useMemo(() => {
    const show: Desk['show'] = (patch, { replace = false } = {}) =>
      void navigate({
        to: '.',
        search: (before: Address) => ({
          ...before,
          ...deskToAddress({ ...deskFromAddress(before), ...patch }),
        }),
        replace,
        resetScroll: false,
        state: (before) => ({ callerOpened: replace ? before.callerOpened : true }),
      });
    const state = deskFromAddress(address);
    return {
      state,
      show,
      close() {
        if (router.state.location.state.callerOpened) router.history.back();
        else if (state.rows) show({ rows: null }, { replace: true });
        else show(state.result === null ? { caller: null } : { result: null }, { replace: true });
      },
      openCaller: () => deskFromAddress(router.latestLocation.search as Address).caller,
    };
  }, [address, navigate, router]);
}

/** Focuses a caller's row once it is shown; without a caller, the page heading. */
export function focusCaller(id: string | null): void {
  focusWhenDisplayed(() => (id === null ? focusHeading() : focusRow(id)));
}

function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('h1');
  heading?.focus();
  return heading !== null;
}
