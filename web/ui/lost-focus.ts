import { type RefObject, useEffect } from 'react';

/** Focuses an element of a dialog when, after rendering, what had the focus is disabled or gone. */
export function useLostFocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) element.current?.focus();
  });
}
