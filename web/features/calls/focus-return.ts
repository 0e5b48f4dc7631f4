import { useEffect, useRef } from 'react';
import { focusRow } from '../../ui/page-keys.ts';

/**
 * Where the focus goes when a drawer has closed: to the row of the call that it was about, else to what had it before,
 * else to the first of `otherwise` (selectors) that is there. `row` says which call that is at the end; null when its row
 * is about to leave the list.
 */
export function useFocusReturn(
  row: () => string | null,
  fallbackSelectors: readonly string[] = ['h1'],
): void {
  const latest = useRef(row);
  useEffect(() => {
    latest.current = row;
  });
  const others = fallbackSelectors.join('\n');
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      const callId = latest.current();
      // the drawer goes first: what is below it cannot be focused while it is there
      queueMicrotask(() => {
        if (callId !== null) {
          if (focusRow(callId)) return;
          if (before instanceof HTMLElement && before.isConnected && before !== document.body)
            return before.focus();
        }
        for (const selector of others.split('\n')) {
          const found = document.querySelector<HTMLElement>(selector);
          if (found) return found.focus();
        }
      });
    };
  }, [others]);
}
