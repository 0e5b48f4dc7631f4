import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { arrivedByLink } from '../platform/arrival.ts';
import { afterNextPaint } from '../platform/next-paint.ts';

/**
 * Content that takes time to draw: what surrounds it is painted first and answers the press, then the content is drawn in a
 * transition, which the next press interrupts.
 */
export function AfterPaint({
  placeholder = null,
  children,
}: {
  placeholder?: ReactNode;
  children: ReactNode;
}) {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    if (painted) return undefined;
    return afterNextPaint(() => startTransition(() => setPainted(true)));
  }, [painted]);
  return painted ? children : placeholder;
}

/** The content of a page: a press on a link is answered by the page's heading and tabs, then the content is drawn. */
export function PageContent({ children }: { children: ReactNode }) {
  const [later] = useState(arrivedByLink);
  return later ? <AfterPaint>{children}</AfterPaint> : children;
}
