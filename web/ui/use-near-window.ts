import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether an element has come near the window, to load its content then. `margin`: a CSS length. */
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
