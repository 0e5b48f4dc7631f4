import type { CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { callerKey } from '@mailcall/contract/rules/caller-key.ts';

/**
 * What somebody types about a caller, and what is not saved yet, belongs to this: the office and the number, in one notation. The id of an
 * entry is that of the earliest waiting call, which changes when a colleague resolves that call or an older one arrives. A caller
 * without a number has one call.
 */
export const callerKeyOf = ({ id, accountId, callerPhoneNumber, singleReason }: CallbackEntry): string =>
  callerPhoneNumber === null || singleReason !== null
    ? id
    : `${accountId} ${callerKey(callerPhoneNumber) ?? id}`;
