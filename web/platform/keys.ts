import { useEffect, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { readStored, writeStored } from './stored-values.ts';

export interface KeyHelp {
  /** As in `KeyboardEvent.key`: `/`, `?`, `Escape`, `j`, ` `, `ArrowLeft`. */
  key: string;
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

export function useKeyHelpEntries(): readonly KeyHelp[] {
  return useSyncExternalStore(subscribe, () => entries);
}

let onHelpRequested: () => void = () => {};

export function setKeyHelpHandler(open: () => void): void {
  onHelpRequested = open;
}

export const requestKeyHelp = (): void => onHelpRequested();

/** Whether a key is enabled. Only character keys can be turned off. */
export function isKeyEnabled(key: string): boolean {
  return characterKeysEnabled || key.length > 1 || key === ' ';
}

/** Users who dictate can turn single-character shortcuts off (WCAG 2.1.4); the browser stores the choice. */
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
