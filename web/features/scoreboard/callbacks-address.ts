import type { CallSort } from '@mailcall/contract/calls.ts';
import { type Address, textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { listFromAddress, listToAddress } from '../calls/index.ts';

/** The calls to call back as the address says: all of them in pages, or the first few. */
export type CallbacksState = ReturnType<typeof callbacksFromAddress>;

/** Reads which calls to call back are displayed. The first few are always the newest. */
export function callbacksFromAddress(address: Address) {
  const all = textOf(address['callbacks']) === 'all';
  const { sort, dir, page, pageSize } = all ? address : {};
  const list = listFromAddress({ sort, dir, page, pageSize });
  return { all, list: { ...list, kind: 'missed-and-followup' as const, sort: list.sort as CallSort } };
}

/** Writes it into the address; the first few need nothing there. */
export function callbacksToAddress({ all, list }: CallbacksState): Address {
  const { sort, dir, page, pageSize } = all ? listToAddress(list) : {};
  return { callbacks: all ? 'all' : undefined, sort, dir, page, pageSize };
}

/** Which calls to call back are displayed, and how to change it; every change but a `replace` is undone by Back. */
export function useCallbacksState(): {
  state: CallbacksState;
  show: (next: CallbacksState, replace?: boolean) => void;
} {
  const address = useAddress();
  const changeAddress = useChangeAddress();
  return {
    state: callbacksFromAddress(address),
    show: (next, replace = false) => changeAddress(callbacksToAddress(next), { replace }),
  };
}
