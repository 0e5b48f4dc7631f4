import { useEffect, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { readStored, writeStored } from './stored-values.ts';

/** A key with its action, for the keyboard help. */
export interface KeyHelp {
  /** As `KeyboardEvent.key` names it: `/`, `?`, `Escape`, `j`, ` `, `ArrowLeft`. */
  key: string;
  /** Its action: 'Search this page'. */
  description: string;
}

let registered: readonly (readonly KeyHelp[])[] = [];
let entries: readonly KeyHelp[] = [];
let characterKeysEnabled = readStored('single-keys', z.boolean()) ?? true;
const listeners = new Set<() => void>();

function changed() {
  const distinct = new Map(registered.flat().map((help) => [`${help.key} ${help.description}`, help]));
  entries = [...distinct.values()];
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Lists keys in the keyboard help while the component is mounted. */
export function useKeyHelp(help: readonly KeyHelp[]): void {
  const text = JSON.stringify(help);
  useEffect(() => {
    const entry = JSON.parse(text) as KeyHelp[];
    registered = [...registered, entry];
    changed();
    return () => {
      registered = registered.filter((other) => other !== entry);
      changed();
    };
  }, [text]);
}

/** The keys that work on the current page, for the keyboard help. */
export function useKeyHelpEntries(): readonly KeyHelp[] {
  return useSyncExternalStore(subscribe, () => entries);
}

/** Whether a key is enabled: character keys can be turned off, all others are always enabled. */
export function isKeyEnabled(key: string): boolean {
  return characterKeysEnabled || key.length > 1 || key === ' ';
}

/**
 * Whether shortcuts of a single character are enabled. People who dictate, or press them by accident, can turn them off
 * (WCAG 2.1.4); this browser remembers the choice.
 */
export function useCharacterKeys(): [on: boolean, set: (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, () => characterKeysEnabled);
  return [
    on,
    (next) => {
      characterKeysEnabled = next;
      writeStored('single-keys', next);
      changed();
    },
  ];
}
