import { type ReactNode, useEffect, useState } from 'react';
import { whenIdle } from '../platform/idle-queue.ts';

/** Content below the first view, drawn when idle: before anyone scrolls to it, searches or prints the page. */
export function DrawnLater({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => (drawn ? undefined : whenIdle(() => setDrawn(true))), [drawn]);
  return drawn ? children : placeholder;
}
