import { useSyncExternalStore } from 'react';
import { currentSession, subscribe } from './session-store.ts';

/**
 * What people have typed and not sent yet, by the name of what it belongs to. It outlives the screen: a page that is
 * built anew, a drawer closed by accident and a request that failed take nothing away. It is only in memory, and goes
 * with the person.
 */
export interface KeptInputs<Value> {
  /** The input under a name, for components: they render anew when it changes. */
  useValue(name: string): Value;
  /** The input under a name; the start where nothing was typed. */
  read(name: string): Value;
  change(name: string, how: (before: Value) => Value): void;
  /** It was sent, or thrown away. */
  forget(name: string): void;
}

const forgetters: (() => void)[] = [];
let lastContact = currentSession()?.contactId ?? null;
subscribe(() => {
  const contact = currentSession()?.contactId ?? null;
  // a session that ended by itself may be continued by the same person
  if (contact === null || contact === lastContact) return;
  if (lastContact !== null) for (const forgetAll of forgetters) forgetAll();
  lastContact = contact;
});

/** Makes a store of inputs that all start alike. */
export function keptInputs<Value>(start: Value): KeptInputs<Value> {
  let values = new Map<string, Value>();
  const listeners = new Set<() => void>();
  const changed = (next: Map<string, Value>) => {
    values = next;
    for (const listener of listeners) listener();
  };
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const read = (name: string) => values.get(name) ?? start;
  forgetters.push(() => changed(new Map()));
  return {
    useValue: (name) => useSyncExternalStore(listen, () => read(name)),
    read,
    change: (name, how) => changed(new Map(values).set(name, how(read(name)))),
    forget(name) {
      const next = new Map(values);
      next.delete(name);
      changed(next);
    },
  };
}
