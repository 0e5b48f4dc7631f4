import { type Wording, wordingOf } from '@mailcall/contract/rules/wording.ts';
import { scopeFromAddress } from '@mailcall/contract/scope/scope.ts';
import { useMemo } from 'react';
import { textOf, useAddressPart } from '../../platform/address.ts';
import { useSession } from '../../platform/session-store.ts';
import { useSelectedAccounts } from './selected-accounts.ts';

const accountNames = ['accounts', 'exceptAccounts'] as const;

/** Wording of the first selected account; the dashboard uses it for all. */
export function useWording(): Wording {
  const session = useSession();
  const address = useAddressPart(accountNames);
  const requested = useMemo(() => {
    const [accounts, exceptAccounts] = [textOf(address['accounts']), textOf(address['exceptAccounts'])];
    return scopeFromAddress({ accounts, exceptAccounts }).accountIds;
  }, [address]);
  const { accountIds } = useSelectedAccounts(requested);
  return useMemo(() => {
    const selected = new Set(accountIds);
    const known = session?.accounts ?? [];
    return wordingOf(known.find(({ id }) => selected.has(id)) ?? known[0] ?? null);
  }, [session, accountIds]);
}
