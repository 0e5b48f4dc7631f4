import { createContext, useContext, useSyncExternalStore } from 'react';
import { type MapTarget, targetText } from './map-target.ts';

/** What the pointer or the focus is on, in the map, the side panel or a table: all of them mark it. */
export class Marks {
  #target: MapTarget | null = null;
  #text: string | null = null;
  readonly #listeners = new Set<() => void>();

  /** Marks something, and nothing else. */
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

  /** What is marked, as {@link targetText} writes it. */
  readonly text = (): string | null => this.#text;
}

/** The marks of the screen. */
export const MarksContext = createContext(new Marks());

/** Whether something is marked; renders again only when that changes. */
export function useIsMarked(target: MapTarget): boolean {
  const marks = useContext(MarksContext);
  const text = targetText(target);
  return useSyncExternalStore(marks.subscribe, () => marks.text() === text);
}

/** The listeners of an element that stands for something of the map: it is marked under the pointer and with the focus. */
export function useMarkListeners(target: MapTarget) {
  const marks = useContext(MarksContext);
  const mark = () => marks.set(target);
  const unmark = () => {
    if (marks.text() === targetText(target)) marks.set(null);
  };
  return { onPointerEnter: mark, onPointerLeave: unmark, onFocus: mark, onBlur: unmark };
}
