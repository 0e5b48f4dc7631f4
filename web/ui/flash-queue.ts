import { useSyncExternalStore } from 'react';

/** The kind of a flash message. */
export type FlashKind = 'default' | 'error' | 'warning' | 'info' | 'success';

/** A queued message. */
export interface Flash {
  id: number;
  kind: FlashKind;
  text: string;
}

let queue: readonly Flash[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Flash[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

/**
 * Displays a message at the top of the page, or of the page that is being navigated to. Messages are displayed one at a
 * time, in order; a message that is already queued is not queued again.
 */
export function flash(kind: FlashKind, text: string): void {
  if (queue.some((queued) => queued.kind === kind && queued.text === text)) return;
  lastId += 1;
  change([...queue, { id: lastId, kind, text }]);
}

/** Removes a message that was closed or has timed out. */
export function dismissFlash(id: number): void {
  change(queue.filter((queued) => queued.id !== id));
}

/** Removes all messages because they no longer apply. */
export function clearFlashes(): void {
  if (queue.length > 0) change([]);
}

/** The message to display; null when none is queued. */
export function currentFlash(): Flash | null {
  return queue[0] ?? null;
}

/** {@link currentFlash} for components: they render again when it changes. */
export function useFlash(): Flash | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentFlash);
}
