import { useEffect, useLayoutEffect, useRef } from 'react';
import { focusRow } from '../../ui/page-keys.ts';

/**
 * Moves the focus when a drawer has closed: to the row of its call, otherwise to the element that had it before,
 * otherwise to the first displayed element of the fallback selectors. `row` returns the id of the last call; null when its
 * row is about to be removed from the list.
 */
export function useFocusReturn(
  row: () => string | null,
  fallbackSelectors: () => readonly string[] = () => ['h1'],
): void {
  const latest = useRef({ row, fallbackSelectors });
  const focusedBefore = useRef<Element>(null);
  useEffect(() => {
    latest.current = { row, fallbackSelectors };
  });
  // in the commit: right after it the drawer takes the focus
  useLayoutEffect(() => {
    focusedBefore.current ??= document.activeElement;
  }, []);
  useEffect(() => {
    return () => {
      const before = focusedBefore.current;
      const callId = latest.current.row();
      const selectors = latest.current.fallbackSelectors();
      // after the drawer is removed: the page behind it cannot be focused before
      queueMicrotask(() => {
        if (callId !== null) {
          if (focusRow(callId)) return;
          if (before instanceof HTMLElement && before.isConnected && before !== document.body)
            return before.focus();
        }
        for (const selector of selectors) {
          const found = document.querySelector<HTMLElement>(selector);
          if (found?.checkVisibility()) return found.focus();
        }
      });
    };
  }, []);
}
