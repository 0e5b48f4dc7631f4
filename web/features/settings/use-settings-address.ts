import { useCallback } from 'react';
import { pageIn, textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { useOwnOffices } from '../accounts/index.ts';

/** What the address of the settings says, and how to change it. */
export function useSettingsAddress() {
  const offices = useOwnOffices();
  const address = useAddress();
  const changeAddress = useChangeAddress();
  const requested = textOf(address['account']);
  return {
    /** The selected account: the first one by default. Null when the person has none of their own. */
    office: offices.find(({ id }) => id === requested) ?? offices[0] ?? null,
    selectOffice: (account: string) => changeAddress({ account, page: undefined }),
    /** The page of the sent alerts. */
    page: pageIn(address['page']),
    goToPage: useCallback(
      (page: number, replace = false) =>
        changeAddress({ page: page === 1 ? undefined : String(page) }, { replace }),
      [changeAddress],
    ),
  };
}
