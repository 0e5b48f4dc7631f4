import { useMemo } from 'react';
import { useSession } from '../../platform/session-store.ts';

/** Whether an account is read-only: a scoreboard link grants it. */
export function useIsReadOnly(accountId: string): boolean {
  return useSession()?.accounts.find(({ id }) => id === accountId)?.readOnly ?? false;
}

/** The ids of all accounts that are read-only. */
export function useReadOnlyAccounts(): ReadonlySet<string> {
  const session = useSession();
  return useMemo(
    () => new Set(session?.accounts.filter(({ readOnly }) => readOnly).map(({ id }) => id)),
    [session],
  );
}
