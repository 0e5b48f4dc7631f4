import { useSyncExternalStore } from 'react';

export type FlashKind = 'default' | 'error' | 'warning' | 'info' | 'success';

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

/** Shows a message at the top of this or the next page. A queued message is not queued again. */
export function flash(kind: FlashKind, text: string): void {
  if (queue.some((queued) => queued.kind === kind && queued.text === text)) return;
  lastId += 1;
  change([...queue, { id: lastId, kind, text }]);
}

export function dismissFlash(id: number): void {
  change(queue.filter((queued) => queued.id !== id));
}

export function withdrawFlashes(...texts: readonly string[]): void {
  if (queue.some(({ text }) => texts.includes(text)))
    change(queue.filter(({ text }) => !texts.includes(text)));
}

export function clearFlashes(): void {
  if (queue.length > 0) change([]);
}

export function currentFlash(): Flash | null {
  return queue[0] ?? null;
}

export function useFlash(): Flash | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentFlash);
}
