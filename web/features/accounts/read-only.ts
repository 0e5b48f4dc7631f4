import { useSession } from '../../platform/session-store.ts';

/** Whether an account is there to be read alone: a scoreboard link shows it. */
export function useIsReadOnly(accountId: string): boolean {
  return useSession()?.accounts.find(({ id }) => id === accountId)?.readOnly ?? false;
}
