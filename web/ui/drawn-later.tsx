import { type ReactNode, useEffect, useState } from 'react';
import { whenIdle } from '../platform/idle-queue.ts';

/**
 * Content below what can be seen first: its place is kept free and it is drawn when the page is idle, so that it is there
 * before anybody scrolls to it, searches the page, or prints it.
 */
export function DrawnLater({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => (drawn ? undefined : whenIdle(() => setDrawn(true))), [drawn]);
  return drawn ? children : placeholder;
}
