import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Address, useChangeAddress, useCurrentParameter } from '../../platform/address.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether this step of the history opened the drawer that resolves a call: closing the drawer undoes the step. */
    resolveOpened?: boolean | undefined;
  }
}

/** The navigation that opens the drawer that resolves a call, by the address' parameter `resolve`. */
export const resolveStep = (callId: string) =>
  ({
    to: '.',
    search: ((before: Address) => ({ ...before, resolve: callId })) as never,
    state: (before: { callsOpened?: number | undefined }) => ({
      callsOpened: before.callsOpened,
      resolveOpened: true,
    }),
    resetScroll: false,
  }) as const;

/** The call that the drawer of the address resolves, and how to open and close the drawer. */
export function useResolve(): { callId: string | null; open: (callId: string) => void; close: () => void } {
  const navigate = useNavigate();
  const router = useRouter();
  const changeAddress = useChangeAddress();
  const callId = useCurrentParameter('resolve') ?? null;
  return {
    callId,
    open: useCallback((id) => void navigate(resolveStep(id)), [navigate]),
    close: useCallback(() => {
      if (router.state.location.state.resolveOpened) router.history.back();
      else changeAddress({ resolve: undefined }, { replace: true });
    }, [router, changeAddress]),
  };
}
