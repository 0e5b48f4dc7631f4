import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { readStored, writeStored } from './stored-values.ts';
import { currentSession, endReason, subscribe } from './session-store.ts';

/** Unsent input by name. Survives a closed drawer and a failed request; removed when the user changes. */
export interface InputStore<Value> {
  useValue(name: string): Value;
  read(name: string): Value;
  change(name: string, update: (before: Value) => Value): void;
  remove(name: string): void;
}

/** Storage in this tab, so that input survives a reload; removed with the session. */
export interface SavedInputs<Value> {
  name: string;
  schema: z.ZodMiniType<Value>;
}

export const interrupted = 'The page was reloaded before this was saved.';

interface SessionHandlers {
  /** Removes everything, because another user's input must not stay. */
  clear: () => void;
  /** Saves input; without a session it removes saved input. */
  save: () => void;
  hasInput: () => boolean;
}

const stores: SessionHandlers[] = [];
export const hasStoredInput = (): boolean => stores.some(({ hasInput }) => hasInput());

let lastContact = currentSession()?.contactId ?? null;
subscribe(() => {
  const contact = currentSession()?.contactId ?? null;
  // after an expired session the same user may continue
  const loggedOut = contact === null && endReason() === 'logged out';
  const isAnotherPerson = contact !== null && lastContact !== null && contact !== lastContact;
  for (const store of stores) {
    if (loggedOut || isAnotherPerson) store.clear();
    store.save();
  }
  if (contact !== null) lastContact = contact;
});

function savedValues<Value>({ name, schema }: SavedInputs<Value>): Map<string, Value> {
  const savedSchema = z.object({ contactId: z.string(), values: z.record(z.string(), schema) });
  const saved = readStored(`typed.${name}`, savedSchema, sessionStorage);
  return saved && saved.contactId === currentSession()?.contactId
    ? new Map(Object.entries(saved.values))
    : new Map();
}

/** Creates a store with one initial value. Without `saved`, input stays in memory. */
export function createInputStore<Value>(initial: Value, saved?: SavedInputs<Value>): InputStore<Value> {
  let values = saved ? savedValues(saved) : new Map<string, Value>();
  const save = () => {
    if (!saved) return;
    const contactId = currentSession()?.contactId;
    const data = contactId === undefined || values.size === 0 ? null : Object.fromEntries(values);
    writeStored(`typed.${saved.name}`, data && { contactId, values: data }, sessionStorage);
  };
  // removes what another user or an ended session left in this tab
  save();
  const listeners = new Set<() => void>();
  const setValues = (next: Map<string, Value>) => {
    values = next;
    save();
    for (const listener of listeners) listener();
  };
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const read = (name: string) => values.get(name) ?? initial;
  stores.push({
    clear: () => setValues(new Map()),
    save,
    hasInput: () => [...values.values()].some((value) => JSON.stringify(value) !== JSON.stringify(initial)),
  });
  return {
    useValue: (name) => useSyncExternalStore(listen, () => read(name)),
    read,
    change: (name, update) => setValues(new Map(values).set(name, update(read(name)))),
    remove(name) {
      const next = new Map(values);
      next.delete(name);
      setValues(next);
    },
  };
}
