import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Whether an element has been in the window, or nearly: for what is loaded only when somebody comes to it.
 * @param margin how near, as a CSS length
 */
export function useNearWindow<Element extends HTMLElement>(
  margin: string,
): { ref: RefObject<Element | null>; isNear: boolean } {
  const ref = useRef<Element>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: margin },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isNear, margin]);
  return { ref, isNear };
}
