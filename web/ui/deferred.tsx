// Deferred rendering: paints the response to a press first, and draws slow content after it in a transition that the next press interrupts.
// With the processor slowed four times, drawing a page or drawer takes up to a second, and browsers paint nothing before its end.
// - `Deferred until="painted"` draws after the next paint, as in a drawer that opens empty.
// - `Deferred until="idle"` draws one part after each paint. Not on scrolling, so that search, anchors and printing find the content.
//   Its fallback has the height of the content.
// React's `lazy` and `Suspense` defer loading code, not drawing it, and keep a place empty for at least 300 ms.
import { type ReactNode, startTransition, useDeferredValue, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { AddressContext, useAddress } from '../platform/address.ts';
import { arrivedByLink } from '../platform/arrival.ts';
import { afterNextPaint, whenIdle } from '../platform/scheduling.ts';

const schedule = {
  painted: (draw: () => void) => afterNextPaint(() => startTransition(draw)),
  idle: whenIdle,
} as const;

export function Deferred({
  until,
  fallback = null,
  children,
}: {
  until: keyof typeof schedule;
  fallback?: ReactNode;
  children: ReactNode;
}) {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => (isDrawn ? undefined : schedule[until](() => setDrawn(true))), [isDrawn, until]);
  return isDrawn ? children : fallback;
}

/** Content of a page, deferred only if a link in the app led to it: after a reload nothing was pressed. */
export function DeferredPage({ children }: { children: ReactNode }) {
  const [isDeferred] = useState(arrivedByLink);
  return isDeferred ? <Deferred until="painted">{children}</Deferred> : children;
}

/** Content that follows the URL in a transition, so that a press is painted first and can be interrupted. */
export function DeferredAddress({ children }: { children: ReactNode }) {
  return <AddressContext value={useDeferredValue(useAddress())}>{children}</AddressContext>;
}

/** A drawer or dialog that mounts when the page is idle or it opens: a closed Mantine layer costs as much as several controls. */
export function DeferredLayer({
  opened,
  children,
}: {
  opened: boolean;
  /** Renders the layer. It mounts closed, so that it can return the focus to its previous place. */
  children: (opened: boolean) => ReactNode;
}) {
  const [isMounted, setMounted] = useState(opened);
  if (opened && !isMounted) setMounted(true);
  useEffect(() => (isMounted ? undefined : whenIdle(() => setMounted(true))), [isMounted]);
  return isMounted ? <ClosedFirst opened={opened}>{children}</ClosedFirst> : null;
}

function ClosedFirst({ opened, children }: { opened: boolean; children: (opened: boolean) => ReactNode }) {
  const [opensNext, setOpensNext] = useState(opened);
  useEffect(() => {
    if (!opensNext) return undefined;
    let isMounted = true;
    queueMicrotask(() => {
      // at once, like a press; otherwise the focus would move before the layer has noted its place
      if (isMounted) flushSync(() => setOpensNext(false));
    });
    return () => {
      isMounted = false;
    };
  }, [opensNext]);
  return children(opened && !opensNext);
}
