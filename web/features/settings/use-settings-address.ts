import { useCallback, useEffect } from 'react';
import { pageIn, textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { currentSession } from '../../platform/session-store.ts';
import { toast } from '../../ui/toast.tsx';
import { currentAccountId, useOwnAccounts } from '../accounts/index.ts';

/** URL parameters whose change resets the settings form. */
export const settingsParameters = ['account'] as const;

export function useSettingsAddress() {
  const accounts = useOwnAccounts();
  const address = useAddress();
  const changeAddress = useChangeAddress();
  const named = textOf(address['account']);
  const requested = named && currentAccountId(currentSession()?.accounts ?? [], named);
  const found = accounts.find(({ id }) => id === requested);
  const isForeign = requested !== undefined && !found;
  useEffect(() => {
    if (!isForeign) return;
    toast('warning', 'You do not have access to the account of this link.');
    changeAddress({ account: undefined, page: undefined }, { replace: true });
  }, [isForeign, changeAddress]);
  return {
    /** Selected account, by default the first office; null without an own account. */
    account: found ?? accounts.find(({ officeCount }) => officeCount === 0) ?? null,
    selectAccount: (account: string) => changeAddress({ account, page: undefined }),
    page: pageIn(address['page']),
    goToPage: useCallback(
      (page: number, replace = false) =>
        changeAddress({ page: page === 1 ? undefined : String(page) }, { replace }),
      [changeAddress],
    ),
  };
}
