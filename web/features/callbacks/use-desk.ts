import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Address, useAddress } from '../../platform/address.ts';
import { focusRow } from '../../ui/page-keys.ts';
import { focusWhenDisplayed } from '../../ui/focus-element.ts';
import { deskFromAddress, type DeskState, deskToAddress } from './desk-address.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether this step of the history opened a caller: closing the drawer undoes the step. */
    callerOpened?: boolean | undefined;
  }
}

/** What the desk shows, and how to change it. */
export interface Desk {
  state: DeskState;
  /** Changes what is shown; without `replace` as a step that Back undoes. */
  show: (patch: Partial<DeskState>, options?: { replace?: boolean }) => void;
  /** Closes what was opened over the page: the form, else the caller, or the rows of a figure. */
  close: () => void;
  /** The caller that is open now, also while that is not drawn yet. */
  openCaller: () => string | null;
}

/** The desk as the address says it. */
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

/** Focuses the row of a caller as soon as it is displayed; the page's heading without a caller. */
export function focusCaller(id: string | null): void {
  focusWhenDisplayed(() => (id === null ? focusHeading() : focusRow(id)));
}

function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('h1');
  heading?.focus();
  return heading !== null;
}
