import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../platform/idle-queue.ts';

/** A drawer or dialog that mounts when the page is idle or it opens, so that it does not delay the page. */
export function LayerLater({
  opened,
  children,
}: {
  opened: boolean;
  /** Renders the layer. It mounts closed, so that it can return the focus to its previous place. */
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
      // at once, like a press; otherwise the focus would move before the layer has noted its place
      if (isHere) flushSync(() => setOpensNext(false));
    });
    return () => {
      isHere = false;
    };
  }, [opensNext]);
  return children(opened && !opensNext);
}
