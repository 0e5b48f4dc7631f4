import type { CallSort } from '@mailcall/contract/calls.ts';
import { type Address, textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { listFromAddress, listToAddress } from '../calls/index.ts';

export type CallbacksState = ReturnType<typeof callbacksFromAddress>;

/** Reads the state; the first few are always the newest. */
export function callbacksFromAddress(address: Address) {
  const all = textOf(address['callbacks']) === 'all';
  const { sort, dir, page, pageSize } = all ? address : {};
  const list = listFromAddress({ sort, dir, page, pageSize });
  return { all, list: { ...list, kind: 'missed-and-followup' as const, sort: list.sort as CallSort } };
}

export function callbacksToAddress({ all, list }: CallbacksState): Address {
  const { sort, dir, page, pageSize } = all ? listToAddress(list) : {};
  return { callbacks: all ? 'all' : undefined, sort, dir, page, pageSize };
}

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
