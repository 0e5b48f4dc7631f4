import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../platform/idle-queue.ts';

/**
 * What opens over the page and is closed at first: a drawer or dialog. It is mounted when the page is idle, or when it opens,
 * so that it does not delay the first rendering of the page.
 */
export function LayerLater({
  opened,
  children,
}: {
  opened: boolean;
  /** Renders the layer; it is closed when it is mounted, so that it returns the focus to where it was. */
  children: (opened: boolean) => ReactNode;
}) {
  const [isThere, setIsThere] = useState(opened);
  if (opened && !isThere) setIsThere(true);
  useEffect(() => (isThere ? undefined : whenIdle(() => setIsThere(true))), [isThere]);
  return isThere ? <ClosedFirst opened={opened}>{children}</ClosedFirst> : null;
}

function ClosedFirst({ opened, children }: { opened: boolean; children: (opened: boolean) => ReactNode }) {
  const [opensNext, setOpensNext] = useState(opened);
  useEffect(() => {
    if (!opensNext) return undefined;
    let isHere = true;
    queueMicrotask(() => {
      // at once, like a press: otherwise the focus is moved before the layer has noted where it was
      if (isHere) flushSync(() => setOpensNext(false));
    });
    return () => {
      isHere = false;
    };
  }, [opensNext]);
  return children(opened && !opensNext);
}
