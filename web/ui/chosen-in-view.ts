import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls a row that has no room sideways until what is chosen in it is seen: at first, and when `occasion` changes. */
export function useChosenInView<Row extends HTMLElement>(
  chosen: string,
  occasion: string,
): RefObject<Row | null> {
  const row = useRef<Row>(null);
  const last = useRef<string | null>(null);
  useEffect(() => {
    const target = row.current?.querySelector<HTMLElement>(chosen);
    if (!target || !row.current || last.current === occasion) return;
    last.current = occasion;
    const { offsetLeft, offsetWidth } = target;
    const { scrollLeft, clientWidth } = row.current;
    if (offsetLeft >= scrollLeft && offsetLeft + offsetWidth <= scrollLeft + clientWidth) return;
    row.current.scrollTo({ left: offsetLeft - (clientWidth - offsetWidth) / 2 });
  });
  return row;
}
