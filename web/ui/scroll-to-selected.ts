import { type RefObject, useEffect, useRef } from 'react';

export function useScrollToSelected<Row extends HTMLElement>(
  selector: string,
  trigger: string,
): RefObject<Row | null> {
  const row = useRef<Row>(null);
  const last = useRef<string | null>(null);
  useEffect(() => {
    const target = row.current?.querySelector<HTMLElement>(selector);
    if (!target || !row.current || last.current === trigger) return;
    last.current = trigger;
    const { offsetLeft, offsetWidth } = target;
    const { scrollLeft, clientWidth } = row.current;
    if (offsetLeft >= scrollLeft && offsetLeft + offsetWidth <= scrollLeft + clientWidth) return;
    row.current.scrollTo({ left: offsetLeft - (clientWidth - offsetWidth) / 2 });
  });
  return row;
}
