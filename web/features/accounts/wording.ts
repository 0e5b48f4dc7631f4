import { type Wording, wordingOf } from '@mailcall/contract/rules/wording.ts';
import { scopeFromAddress } from '@mailcall/contract/scope/scope.ts';
import { useMemo } from 'react';
import { textOf, useAddress } from '../../platform/address.ts';
import { useSession } from '../../platform/session-store.ts';
import { useSelectedAccounts } from './selected-accounts.ts';

/** The wording of the first selected account, which the dashboard uses for all of them. */
export function useWording(): Wording {
  const session = useSession();
  const address = useAddress();
  const [accounts, exceptAccounts] = [textOf(address['accounts']), textOf(address['exceptAccounts'])];
  const requested = useMemo(
    () => scopeFromAddress({ accounts, exceptAccounts }).accountIds,
    [accounts, exceptAccounts],
  );
  const { accountIds } = useSelectedAccounts(requested);
  return useMemo(() => {
    const selected = new Set(accountIds);
    const known = session?.accounts ?? [];
    return wordingOf(known.find(({ id }) => selected.has(id)) ?? known[0] ?? null);
  }, [session, accountIds]);
}
