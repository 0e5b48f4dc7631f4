import {
  isViewPath,
  type ViewAddress,
  viewAddressOf,
  type ViewPath,
} from '@mailcall/contract/rules/view-address.ts';
import { type AccountSelection, scopeFromAddress, scopeToAddress } from '@mailcall/contract/scope/scope.ts';
import { useLocation } from '@tanstack/react-router';
import { type Address, textOf, useCurrentAddress } from '../../platform/address.ts';
import { useHiddenOffices, useSelectedAccounts } from '../accounts/index.ts';
import { scopeNames } from '../scope/index.ts';

const selectionIn = (address: Address): AccountSelection =>
  scopeFromAddress(Object.fromEntries(scopeNames.map((name) => [name, textOf(address[name])]))).accountIds;

/** Selection that means the same for users who hide no accounts. */
function withoutHidden(
  selection: AccountSelection,
  hidden: ReadonlySet<string>,
  selected: AccountSelection,
): AccountSelection {
  if (hidden.size === 0) return selection;
  if (selection === '*') return { allExcept: [...hidden] };
  if ('allExcept' in selection) return { allExcept: [...new Set([...selection.allExcept, ...hidden])] };
  return selected;
}

/** Current screen as a view; accounts hidden in this browser are left out for everyone. */
export function usePresentScreen(): { path: ViewPath; address: ViewAddress } | null {
  const screen = useLocation({ select: ({ pathname }) => `/${pathname.split('/')[1] ?? ''}` });
  const address = useCurrentAddress();
  const selection = selectionIn(address);
  const hidden = useHiddenOffices();
  const { forServer } = useSelectedAccounts(selection);
  if (!isViewPath(screen)) return null;
  const accounts = scopeToAddress({
    ...scopeFromAddress({}),
    accountIds: withoutHidden(selection, hidden, forServer),
  });
  return {
    path: screen,
    address: viewAddressOf(screen, {
      ...address,
      accounts: accounts.accounts,
      exceptAccounts: accounts.exceptAccounts,
    }),
  };
}

export function useShowsView(view: { path: ViewPath; address: ViewAddress } | undefined): boolean {
  const present = usePresentScreen();
  const [here, there] = [
    useSelectedAccounts(selectionIn(present?.address ?? {})).offices,
    useSelectedAccounts(selectionIn(view?.address ?? {})).offices,
  ];
  if (!present || !view || present.path !== view.path) return false;
  const others = (address: ViewAddress) =>
    JSON.stringify(viewAddressOf(view.path, { ...address, accounts: undefined, exceptAccounts: undefined }));
  return (
    here.size === there.size &&
    [...here].every((id) => there.has(id)) &&
    others(present.address) === others(view.address)
  );
}
