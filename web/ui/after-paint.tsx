import { type ReactNode, startTransition, useEffect, useState } from 'react';

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
    let task: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      // a task after the frame that this callback belongs to
      task = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(task);
    };
  }, [painted]);
  return painted ? children : placeholder;
}
