import { useSession } from '../../platform/session-store.ts';

/** Whether an account is read-only: a scoreboard link grants it. */
export function useIsReadOnly(accountId: string): boolean {
  return useSession()?.accounts.find(({ id }) => id === accountId)?.readOnly ?? false;
}
