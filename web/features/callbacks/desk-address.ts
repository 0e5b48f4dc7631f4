import {
  callbackOrders,
  callbackStates,
  type CallbackList,
  type CallbackOrder,
} from '@mailcall/contract/rules/callbacks.ts';
import { type Address, pageIn, textOf } from '../../platform/address.ts';

/** What came of reaching a caller; both open the form that resolves their calls. */
export const reachedResults = ['booked', 'reached'] as const;
export type ReachedResult = (typeof reachedResults)[number];

/** What the callback desk shows. */
export interface DeskState {
  list: CallbackList;
  sort: CallbackOrder;
  page: number;
  /** A call of the open caller; null without one. */
  caller: string | null;
  /** The open form that resolves the caller's calls; null while it is closed. */
  result: ReachedResult | null;
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined) =>
  values.find((value) => value === text);

/** Reads what the desk shows; what is invalid is as if it was absent. */
export function deskFromAddress(address: Address): DeskState {
  const caller = textOf(address['caller']) || null;
  return {
    list: oneOf(callbackStates, textOf(address['list'])) ?? 'to-call',
    sort: oneOf(callbackOrders, textOf(address['sort'])) ?? 'urgency',
    page: pageIn(address['page']),
    caller,
    result: caller === null ? null : (oneOf(reachedResults, textOf(address['result'])) ?? null),
  };
}

/** Writes it; what is as usual needs nothing in the address. */
export const deskToAddress = ({ list, sort, page, caller, result }: DeskState): Address => ({
  list: list === 'to-call' ? undefined : list,
  sort: sort === 'urgency' ? undefined : sort,
  page: page === 1 ? undefined : String(page),
  caller: caller ?? undefined,
  result: result ?? undefined,
});
