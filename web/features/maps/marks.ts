import { createContext, useContext, useSyncExternalStore } from 'react';
import { type MapTarget, targetText } from './map-target.ts';

export class Marks {
  #target: MapTarget | null = null;
  #text: string | null = null;
  readonly #listeners = new Set<() => void>();

  readonly set = (target: MapTarget | null): void => {
    const text = target && targetText(target);
    if (text === this.#text) return;
    this.#target = target;
    this.#text = text;
    for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): MapTarget | null => this.#target;

  readonly text = (): string | null => this.#text;
}

export const MarksContext = createContext(new Marks());

export function useIsMarked(target: MapTarget): boolean {
  const marks = useContext(MarksContext);
  const text = targetText(target);
  return useSyncExternalStore(marks.subscribe, () => marks.text() === text);
}

export function useMarkListeners(target: MapTarget) {
  const marks = useContext(MarksContext);
  const mark = () => marks.set(target);
  const unmark = () => {
    if (marks.text() === targetText(target)) marks.set(null);
  };
  return { onPointerEnter: mark, onPointerLeave: unmark, onFocus: mark, onBlur: unmark };
}
