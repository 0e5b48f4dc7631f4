import { callbackOrders, type CallbackOrder } from '@mailcall/contract/rules/callbacks.ts';
import * as z from 'zod/mini';
import { currentSession } from '../../platform/session-store.ts';
import { readStored, writeStored } from '../../platform/stored-values.ts';

const name = 'callback-order';

const storedSchema = z.object({
  /** Owner, because another user of the computer chooses for themselves. */
  contactId: z.string(),
  order: z.enum(callbackOrders),
});

/** The order that this person chose last in this browser; newest first without a choice. */
export function chosenOrder(): CallbackOrder {
  const stored = readStored(name, storedSchema);
  return stored !== null && stored.contactId === currentSession()?.contactId ? stored.order : 'newest';
}

export function rememberOrder(order: CallbackOrder): void {
  const contactId = currentSession()?.contactId;
  if (contactId !== undefined) writeStored(name, { contactId, order });
}
