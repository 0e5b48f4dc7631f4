import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { readStored, writeStored } from './stored-values.ts';
import { currentSession, endReason, subscribe } from './session-store.ts';

/**
 * What people have typed and not sent yet, by the name of what it belongs to. It survives a page that is rendered again, a
 * drawer that is closed by accident and a request that fails. It is removed when the person changes.
 */
export interface InputStore<Value> {
  /** The input under a name, for components: they render again when it changes. */
  useValue(name: string): Value;
  /** The input under a name; the initial value where nothing was typed. */
  read(name: string): Value;
  change(name: string, update: (before: Value) => Value): void;
  /** Removes an input that was sent or discarded. */
  remove(name: string): void;
}

/** Where inputs are stored in this tab, so that they survive a reload. They are removed with the session. */
export interface SavedInputs<Value> {
  name: string;
  /** Reads a saved input; invalid ones are dropped. */
  schema: z.ZodMiniType<Value>;
}

/** What is said of input that was being sent when the page was loaded again. */
export const interrupted = 'The page was loaded again before this was saved.';

/** How a store of inputs handles changes of the session. */
interface SessionHandlers {
  /** Removes everything, because the inputs are another person's or the person logged out. */
  clear: () => void;
  /** Saves what is typed; without a session removes what is saved. */
  save: () => void;
}

const stores: SessionHandlers[] = [];
let lastContact = currentSession()?.contactId ?? null;
subscribe(() => {
  const contact = currentSession()?.contactId ?? null;
  // after a session that expired, the same person can continue
  const loggedOut = contact === null && endReason() === 'logged out';
  const isAnotherPerson = contact !== null && lastContact !== null && contact !== lastContact;
  for (const store of stores) {
    if (loggedOut || isAnotherPerson) store.clear();
    store.save();
  }
  if (contact !== null) lastContact = contact;
});

/** The inputs that this person saved in this tab before a reload. */
function savedValues<Value>({ name, schema }: SavedInputs<Value>): Map<string, Value> {
  const savedSchema = z.object({ contactId: z.string(), values: z.record(z.string(), schema) });
  const saved = readStored(`typed.${name}`, savedSchema, sessionStorage);
  return saved && saved.contactId === currentSession()?.contactId
    ? new Map(Object.entries(saved.values))
    : new Map();
}

/** Creates a store of inputs with the same initial value. Without `saved` they are only in memory. */
export function createInputStore<Value>(initial: Value, saved?: SavedInputs<Value>): InputStore<Value> {
  let values = saved ? savedValues(saved) : new Map<string, Value>();
  const save = () => {
    if (!saved) return;
    const contactId = currentSession()?.contactId;
    const data = contactId === undefined || values.size === 0 ? null : Object.fromEntries(values);
    writeStored(`typed.${saved.name}`, data && { contactId, values: data }, sessionStorage);
  };
  // removes what another person or an ended session left in this tab
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
  stores.push({ clear: () => setValues(new Map()), save });
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
