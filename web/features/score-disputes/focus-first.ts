import { type RefObject, useEffect } from 'react';

/** Focuses the first field of a form that opens: the button that had the focus is gone. */
export function useFocusFirst(form: RefObject<HTMLElement | null>): void {
  useEffect(() => form.current?.querySelector<HTMLElement>('select, textarea, input')?.focus(), [form]);
}
