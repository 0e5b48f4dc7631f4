import { useSyncExternalStore } from 'react';

/** How a flash message is meant. */
export type FlashKind = 'default' | 'error' | 'warning' | 'info' | 'success';

/** A message that waits its turn. */
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
 * Says something at the top of the page, which may be one that the person is only on the way to. Messages are shown
 * one at a time, in order; one that waits already does not wait twice.
 */
export function flash(kind: FlashKind, text: string): void {
  if (queue.some((waiting) => waiting.kind === kind && waiting.text === text)) return;
  lastId += 1;
  change([...queue, { id: lastId, kind, text }]);
}

/** Takes one message away: it was read, or its time is over. */
export function dismissFlash(id: number): void {
  change(queue.filter((waiting) => waiting.id !== id));
}

/** Takes all messages away: what they were about is over. */
export function clearFlashes(): void {
  if (queue.length > 0) change([]);
}

/** The message whose turn it is, and null when none waits. */
export function currentFlash(): Flash | null {
  return queue[0] ?? null;
}

/** {@link currentFlash} for components: they render anew when it changes. */
export function useFlash(): Flash | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentFlash);
}
