import { useEffect, useLayoutEffect, useRef } from 'react';
import { focusRow } from '../../ui/page-keys.ts';

/** Moves the focus after a drawer closed: to `row` (null if it disappears), else the previous element, else the first visible fallback. */
export function useFocusReturn(
  row: () => string | null,
  fallbackSelectors: () => readonly string[] = () => ['h1'],
): void {
  const latest = useRef({ row, fallbackSelectors });
  const focusedBefore = useRef<Element>(null);
  useEffect(() => {
    latest.current = { row, fallbackSelectors };
  });
  // during the commit, because the drawer takes the focus right after it
  useLayoutEffect(() => {
    focusedBefore.current ??= document.activeElement;
  }, []);
  useEffect(() => {
    return () => {
      const before = focusedBefore.current;
      const callId = latest.current.row();
      const selectors = latest.current.fallbackSelectors();
      // after the drawer is removed, because the page behind it cannot be focused before
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
