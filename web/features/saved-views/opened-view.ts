import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { currentSession } from '../../platform/session-store.ts';
import { readStored, writeStored } from '../../platform/stored-values.ts';

const name = 'opened-view';
const openedSchema = z.object({ contactId: z.string(), id: z.string(), path: z.string() });

type OpenedView = z.infer<typeof openedSchema>;

const listeners = new Set<() => void>();
let opened: OpenedView | null = readStored(name, openedSchema, sessionStorage);

function change(next: OpenedView | null): void {
  opened = next;
  writeStored(name, next, sessionStorage);
  for (const listener of listeners) listener();
}

export function rememberOpened({ id, path }: { id: string; path: string }): void {
  const contactId = currentSession()?.contactId;
  if (contactId !== undefined) change({ contactId, id, path });
}

export const forgetOpened = (): void => change(null);

export function useOpenedView(): OpenedView | null {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => opened,
  );
  return current !== null && current.contactId === currentSession()?.contactId ? current : null;
}
