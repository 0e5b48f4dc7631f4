import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Minimum container width in pixels for a table with many text columns. */
const minTableWidth = 860;

export const useSmallScreen = (): boolean =>
  useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });

export const useMobile = (): boolean =>
  useMediaQuery('(max-width: 780px)', false, { getInitialValueInEffect: false });

/** Whether tables in a container become lists: the window is narrow, or neighboring content leaves little room. */
export function useIsCompact(container: RefObject<Element | null>, minWidth = minTableWidth): boolean {
  const isSmallScreen = useSmallScreen();
  const [isContainerNarrow, setContainerNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = container.current;
    // measuring forces a layout
    if (isSmallScreen || !element) return;
    const measure = () => setContainerNarrow(element.getBoundingClientRect().width < minWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [container, isSmallScreen, minWidth]);
  return isSmallScreen || isContainerNarrow;
}
