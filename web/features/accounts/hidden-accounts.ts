import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { readStored, writeStored } from '../../platform/stored-values.ts';
import { currentSession, subscribe as subscribeToSession } from '../../platform/session-store.ts';

const savedSchema = z.object({ contactId: z.string(), officeIds: z.array(z.string()) });
const none: ReadonlySet<string> = new Set();

const saved = (): ReadonlySet<string> => {
  const list = readStored('hidden-accounts', savedSchema);
  return list && list.contactId === currentSession()?.contactId ? new Set(list.officeIds) : none;
};

let hidden = saved();
const listeners = new Set<() => void>();
const change = (next: ReadonlySet<string>) => {
  // an equal set must not recompute the scope
  if (next.size === hidden.size && [...next].every((id) => hidden.has(id))) return;
  hidden = next;
  for (const listener of listeners) listener();
};

subscribeToSession(() => {
  if (!currentSession()) writeStored('hidden-accounts', null);
  change(saved());
});
window.addEventListener('storage', (event) => {
  if (event.key === 'mailcall.hidden-accounts') change(saved());
});

export function storeHiddenOffices(officeIds: ReadonlySet<string>): void {
  const contactId = currentSession()?.contactId;
  if (contactId === undefined) return;
  writeStored('hidden-accounts', officeIds.size === 0 ? null : { contactId, officeIds: [...officeIds] });
}

/** Hides offices from lists and scope of this page; replaces those hidden before. */
export function hideOffices(officeIds: ReadonlySet<string>): void {
  if (currentSession()) change(officeIds);
}

export function useHiddenOffices(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hidden,
  );
}
