import { type RefObject, useEffect } from 'react';

/** Focuses an element when `state` has changed and the focus was on something that is disabled or gone now. */
export function useLostFocus(element: RefObject<HTMLElement | null>, state: unknown): void {
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) element.current?.focus();
  }, [element, state]);
}
