import { type ReactNode, useEffect, useState } from 'react';
import { whenIdle } from '../platform/idle-queue.ts';

/**
 * Content below what can be seen first: its place is kept free and it is drawn when the page is idle, so that it is there
 * before anybody scrolls to it, searches the page, or prints it.
 */
export function DrawnLater({
  placeholder,
  per,
  children,
}: {
  placeholder: ReactNode;
  /** When this is another one, the content is drawn later again, so that what can be seen first is requested and drawn first. */
  per?: unknown;
  children: ReactNode;
}) {
  const [drawn, setDrawn] = useState<{ per: unknown } | null>(null);
  const isDrawn = drawn !== null && drawn.per === per;
  useEffect(() => {
    if (!isDrawn) return whenIdle(() => setDrawn({ per }));
  }, [isDrawn, per]);
  return isDrawn ? children : placeholder;
}
