import { type RefObject, useEffect } from 'react';

/** Focuses an element of a dialog if rendering disabled or removed the focused one. */
export function useLostFocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) element.current?.focus();
  });
}
