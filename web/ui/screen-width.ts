import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** A container narrower than this, in pixels, has no room for a table with many columns of text. */
const minTableWidth = 860;

/** Whether the window is as narrow as the medium breakpoint or narrower. */
export const useSmallScreen = (): boolean =>
  useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });

/** Whether the window is as narrow as a phone's. */
export const useMobile = (): boolean =>
  useMediaQuery('(max-width: 780px)', false, { getInitialValueInEffect: false });

/** Whether tables in a container are lists: the window is narrow, or content next to the container leaves it little room. */
export function useIsCompact(container: RefObject<Element | null>, minWidth = minTableWidth): boolean {
  const isSmallScreen = useSmallScreen();
  const [isContainerNarrow, setContainerNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = container.current;
    // measuring lays the page out at once
    if (isSmallScreen || !element) return;
    const measure = () => setContainerNarrow(element.getBoundingClientRect().width < minWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [container, isSmallScreen, minWidth]);
  return isSmallScreen || isContainerNarrow;
}
