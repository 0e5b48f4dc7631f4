import { CloseButton } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Coordinates } from '../../ui/map-canvas/route-shapes.ts';
import { usePageKeys } from '../../ui/page-keys.ts';
import { infoBoxPlace, type MapPoint } from './info-box-place.ts';
import classes from './info-box.module.css';

/** Width of the map's buttons, for which a narrow map has no room beside the box. */
const controlsWidth = 46;
const narrowMap = 480;

export interface MapPosition {
  /** Pixel of a point from the map's top left corner. */
  pixelOf: (point: Coordinates) => MapPoint;
  onMove: (listener: () => void) => () => void;
}

/** A box next to its point, always within the map. Takes the focus; Escape closes it. */
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
  /** Null without a map: then the box is in the page's flow. */
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
      const edges = element.offsetHeight - element.clientHeight;
      const { x, y, maxHeight } = infoBoxPlace(
        position.pixelOf(at),
        { width: element.offsetWidth, height: element.scrollHeight + edges },
        {
          width: map.clientWidth - (map.clientWidth < narrowMap ? 0 : controlsWidth),
          height: map.clientHeight,
        },
      );
      element.style.maxHeight = `${Math.floor(maxHeight)}px`;
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
        <CloseButton aria-label="Close" size={44} iconSize={20} onClick={onClose} />
      </header>
      {children}
    </section>
  );
}

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
