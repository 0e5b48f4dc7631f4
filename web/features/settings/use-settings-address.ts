import { useCallback, useEffect } from 'react';
import { pageIn, textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { toast } from '../../ui/toast.tsx';
import { useOwnAccounts } from '../accounts/index.ts';

/** What the address of the settings says, and how to change it. An account that is not the person's is removed from it. */
export function useSettingsAddress() {
  const accounts = useOwnAccounts();
  const address = useAddress();
  const changeAddress = useChangeAddress();
  const requested = textOf(address['account']);
  const found = accounts.find(({ id }) => id === requested);
  const isForeign = requested !== undefined && !found;
  useEffect(() => {
    if (!isForeign) return;
    toast('warning', 'The account of this link is not among yours.');
    changeAddress({ account: undefined, page: undefined }, { replace: true });
  }, [isForeign, changeAddress]);
  return {
    /** The selected account: the first office by default. Null when the person has no account of their own. */
    account: found ?? accounts.find(({ officeCount }) => officeCount === 0) ?? null,
    selectAccount: (account: string) => changeAddress({ account, page: undefined }),
    /** The page of the sent alerts. */
    page: pageIn(address['page']),
    goToPage: useCallback(
      (page: number, replace = false) =>
        changeAddress({ page: page === 1 ? undefined : String(page) }, { replace }),
      [changeAddress],
    ),
  };
}
