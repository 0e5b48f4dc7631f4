import { useEffect, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { readStored, writeStored } from './stored-values.ts';

/** A key and what it does, for the list of keys. */
export interface KeyHelp {
  /** As `KeyboardEvent.key` names it: `/`, `?`, `Escape`, `j`, ` `, `ArrowLeft`. */
  key: string;
  /** What it does: 'Search this page'. */
  does: string;
}

let shown: readonly (readonly KeyHelp[])[] = [];
let listed: readonly KeyHelp[] = [];
let singleKeys = readStored('single-keys', z.boolean()) ?? true;
const listeners = new Set<() => void>();

function changed() {
  const distinct = new Map(shown.flat().map((help) => [`${help.key} ${help.does}`, help]));
  listed = [...distinct.values()];
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Lists keys in the keyboard help while the component that listens to them is shown. */
export function useKeys(help: readonly KeyHelp[]): void {
  const text = JSON.stringify(help);
  useEffect(() => {
    const entry = JSON.parse(text) as KeyHelp[];
    shown = [...shown, entry];
    changed();
    return () => {
      shown = shown.filter((other) => other !== entry);
      changed();
    };
  }, [text]);
}

/** The keys that work on the present page, for the keyboard help. */
export function useListedKeys(): readonly KeyHelp[] {
  return useSyncExternalStore(subscribe, () => listed);
}

/** Whether a key acts at this moment: any but those of one letter or sign while they are turned off. */
export function keyActs(key: string): boolean {
  return singleKeys || key.length > 1 || key === ' ';
}

/**
 * Whether keys of one letter or sign act. Who dictates, or types by accident, can turn them off (WCAG 2.1.4); the
 * choice is remembered.
 */
export function useSingleKeys(): [on: boolean, set: (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, () => singleKeys);
  return [
    on,
    (next) => {
      singleKeys = next;
      writeStored('single-keys', next);
      changed();
    },
  ];
}
