import { type ReactNode, useEffect, useRef, useState } from 'react';
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
  /** When this is another one, the content stays as it was until the page is idle again, so that what can be seen first comes first. */
  per?: unknown;
  children: ReactNode;
}) {
  const [drawn, setDrawn] = useState<{ per: unknown } | null>(null);
  const isCurrent = drawn !== null && drawn.per === per;
  const before = useRef(placeholder);
  useEffect(() => {
    if (!isCurrent) return whenIdle(() => setDrawn({ per }));
  }, [isCurrent, per]);
  useEffect(() => {
    if (isCurrent) before.current = children;
  }, [isCurrent, children]);
  if (isCurrent) return children;
  // the very elements of before: nothing in them is drawn again or forgets what was opened
  return drawn === null ? placeholder : before.current;
}
