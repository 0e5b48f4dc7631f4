import { useMemo } from 'react';
import { useSession } from '../../platform/session-store.ts';

export function useIsReadOnly(accountId: string): boolean {
  return useSession()?.accounts.find(({ id }) => id === accountId)?.readOnly ?? false;
}

export function useReadOnlyAccounts(): ReadonlySet<string> {
  const session = useSession();
  return useMemo(
    () => new Set(session?.accounts.filter(({ readOnly }) => readOnly).map(({ id }) => id)),
    [session],
  );
}
