import { useMemo } from 'react';
import { useSession } from '../../platform/session-store.ts';
import { type AccountChoice, accountChoices } from './account-choices.ts';

/** The user's accounts in order, groups before their offices, without those that only a grant shows. */
export function useOwnAccounts(): readonly AccountChoice[] {
  const accounts = useSession()?.accounts;
  return useMemo(() => accountChoices(accounts ?? []), [accounts]);
}
