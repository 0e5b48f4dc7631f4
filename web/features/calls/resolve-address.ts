import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Address, useChangeAddress, useCurrentParameter } from '../../platform/address.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether this history step opened the resolve drawer; closing it undoes the step. */
    resolveOpened?: boolean | undefined;
  }
}

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
