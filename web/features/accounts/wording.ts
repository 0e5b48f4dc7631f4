import { type Wording, wordingOf } from '@mailcall/contract/rules/wording.ts';
import { scopeFromAddress } from '@mailcall/contract/scope/scope.ts';
import { useMemo } from 'react';
import { textOf, useAddress } from '../../platform/address.ts';
import { useSession } from '../../platform/session-store.ts';
import { useSelectedAccounts } from './selected-accounts.ts';

/** The product's words for the selected accounts: those of the first one, as the dashboard follows it (spec 2 §6). */
export function useWording(): Wording {
  const session = useSession();
  const written = textOf(useAddress()['accounts']);
  const asked = useMemo(() => scopeFromAddress({ accounts: written }).accountIds, [written]);
  const { accountIds } = useSelectedAccounts(asked);
  return useMemo(() => {
    const selected = new Set(accountIds);
    const accounts = session?.accounts ?? [];
    return wordingOf(accounts.find(({ id }) => selected.has(id)) ?? accounts[0] ?? null);
  }, [session, accountIds]);
}
