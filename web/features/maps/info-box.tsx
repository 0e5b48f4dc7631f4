import { CloseButton } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Coordinates } from '../../ui/map-canvas/route-shapes.ts';
import { usePageKeys } from '../../ui/page-keys.ts';
import { infoBoxPlace, type MapPoint } from './info-box-place.ts';
import classes from './info-box.module.css';

/** The buttons on the right side of the map; a narrow map has no room beside the box for them. */
const controlsWidth = 46;
const narrowMap = 480;

/** Where a box is on the map while the map moves. */
export interface MapPosition {
  /** The pixel of a point, from the top left corner of the map. */
  pixelOf: (point: Coordinates) => MapPoint;
  /** Calls a listener whenever the map moves, until the returned function is called. */
  onMove: (listener: () => void) => () => void;
}

/** A box about something on the map, next to its point and always within the map. It takes the focus; Escape closes it. */
export function InfoBox({
  title,
  icon = null,
  at,
  position,
  onClose,
  children,
}: {
  title: string;
  icon?: ReactNode;
  at: Coordinates;
  /** Null without a map: the box is in the flow of the page then. */
  position: MapPosition | null;
  onClose: () => void;
  children: ReactNode;
}) {
  const box = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const map = element?.parentElement;
    if (!position || !element || !map) return undefined;
    const place = () => {
      const { x, y } = infoBoxPlace(
        position.pixelOf(at),
        { width: element.offsetWidth, height: element.offsetHeight },
        {
          width: map.clientWidth - (map.clientWidth < narrowMap ? 0 : controlsWidth),
          height: map.clientHeight,
        },
      );
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    observer.observe(map);
    const stop = position.onMove(place);
    return () => {
      stop();
      observer.disconnect();
    };
  }, [at, position]);
  usePageKeys(box, { Escape: onClose });
  useFocusWhileOpen(heading, box);
  return (
    <section
      ref={box}
      className={classes.box}
      data-floating={position !== null || undefined}
      aria-label={title}
    >
      <header className={classes.head}>
        {icon}
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
        <CloseButton aria-label="Close" size="lg" onClick={onClose} />
      </header>
      {children}
    </section>
  );
}

/** Focuses the heading of the box, and what had the focus when the box is gone. */
function useFocusWhileOpen(
  heading: { readonly current: HTMLElement | null },
  box: { readonly current: HTMLElement | null },
): void {
  useEffect(() => {
    const before = document.activeElement;
    const element = box.current;
    heading.current?.focus({ preventScroll: true });
    return () => {
      const focused = document.activeElement;
      const isLost = focused === document.body || focused === null || element?.contains(focused);
      if (isLost && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [heading, box]);
}
