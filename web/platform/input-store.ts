import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { readStored, writeStored } from './stored-values.ts';
import { currentSession, endReason, subscribe } from './session-store.ts';

/**
 * What people have typed and not sent yet, by the name of what it belongs to. It outlives the screen: a page that is
 * built anew, a drawer closed by accident and a request that failed take nothing away. It goes with the person.
 */
export interface InputStore<Value> {
  /** The input under a name, for components: they render anew when it changes. */
  useValue(name: string): Value;
  /** The input under a name; the start where nothing was typed. */
  read(name: string): Value;
  change(name: string, how: (before: Value) => Value): void;
  /** It was sent, or thrown away. */
  remove(name: string): void;
}

/** A place in this tab where inputs outlive a reload. They are removed with the session. */
export interface SavedInputs<Value> {
  name: string;
  /** Reads a saved input; one that it refuses is dropped. */
  schema: z.ZodType<Value>;
}

/** What a store of inputs does at the changes of the session. */
interface SessionHandlers {
  /** Removes everything: the inputs are another person's, or their person logged out. */
  clear: () => void;
  /** Saves what is typed, or without a session removes what is saved. */
  save: () => void;
}

const stores: SessionHandlers[] = [];
let lastContact = currentSession()?.contactId ?? null;
subscribe(() => {
  const contact = currentSession()?.contactId ?? null;
  // a session that ended by itself may be continued by the same person
  const ended = contact === null && endReason() === 'logged out';
  const another = contact !== null && lastContact !== null && contact !== lastContact;
  for (const store of stores) {
    if (ended || another) store.clear();
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

/** Makes a store of inputs that all start alike. Without `saved` they are only in memory. */
export function createInputStore<Value>(start: Value, saved?: SavedInputs<Value>): InputStore<Value> {
  let values = saved ? savedValues(saved) : new Map<string, Value>();
  const save = () => {
    if (!saved) return;
    const contactId = currentSession()?.contactId;
    const kept = contactId === undefined || values.size === 0 ? null : Object.fromEntries(values);
    writeStored(`typed.${saved.name}`, kept && { contactId, values: kept }, sessionStorage);
  };
  // what another person left in this tab, or an ended session
  save();
  const listeners = new Set<() => void>();
  const changed = (next: Map<string, Value>) => {
    values = next;
    save();
    for (const listener of listeners) listener();
  };
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const read = (name: string) => values.get(name) ?? start;
  stores.push({ clear: () => changed(new Map()), save });
  return {
    useValue: (name) => useSyncExternalStore(listen, () => read(name)),
    read,
    change: (name, how) => changed(new Map(values).set(name, how(read(name)))),
    remove(name) {
      const next = new Map(values);
      next.delete(name);
      changed(next);
    },
  };
}
