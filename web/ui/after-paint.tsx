import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { arrivedByLink } from '../platform/arrival.ts';
import { afterNextPaint } from '../platform/next-paint.ts';

/** Slow content, drawn after its surroundings in a transition that the next press interrupts. */
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

export function PageContent({ children }: { children: ReactNode }) {
  const [later] = useState(arrivedByLink);
  return later ? <AfterPaint>{children}</AfterPaint> : children;
}
