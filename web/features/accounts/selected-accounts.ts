import type { Account } from '@mailcall/contract/identity.ts';
import type { AccountSelection } from '@mailcall/contract/scope/scope.ts';
import { useMemo } from 'react';
import { useSession } from '../../platform/session-store.ts';
import { useHiddenOffices } from './hidden-accounts.ts';
import { type SelectedAccounts, selectAccounts } from './select-accounts.ts';

const noAccounts: readonly Account[] = [];

/** A scope's account ids, resolved for the signed-in person. */
export function useSelectedAccounts(requested: AccountSelection): SelectedAccounts {
  const accounts = useSession()?.accounts ?? noAccounts;
  const hidden = useHiddenOffices();
  return useMemo(() => selectAccounts(accounts, hidden, requested), [accounts, hidden, requested]);
}
