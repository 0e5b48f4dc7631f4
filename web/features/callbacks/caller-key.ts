import type { CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { callerKey } from '@mailcall/contract/rules/caller-key.ts';

/**
 * Key of input and unsaved actions about a caller: office and normalized number. An entry's id is its earliest waiting
 * call, which changes when a colleague resolves that call or an older one arrives. A caller without a number has one call.
 */
export const callerKeyOf = ({ id, accountId, callerPhoneNumber, singleReason }: CallbackEntry): string =>
  callerPhoneNumber === null || singleReason !== null
    ? id
    : `${accountId} ${callerKey(callerPhoneNumber) ?? id}`;
