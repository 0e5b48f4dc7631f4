import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** A place narrower than this, in pixels, has no room for a table with many columns of text. */
const minTableWidth = 860;

/** Whether the window is as narrow as the medium breakpoint or narrower. */
const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });

/** Whether the window is as narrow as a phone's. */
export const useMobile = (): boolean =>
  useMediaQuery('(max-width: 780px)', false, { getInitialValueInEffect: false });

/** Whether tables are lists in a place: the window is narrow, or what stands beside the place leaves it little room. */
export function useIsNarrowerThan(place: RefObject<Element | null>, room = minTableWidth): boolean {
  const narrow = useNarrow();
  const [tight, setTight] = useState(false);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => setTight(element.getBoundingClientRect().width < room);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, room]);
  return narrow || tight;
}
