import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';

/** Line height in pixels, large enough for a finger. */
export const lineHeight = 44;

export interface VirtualLines {
  list: RefObject<HTMLDivElement | null>;
  virtualizer: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: FocusEvent) => void;
}

/** Rendered lines of a virtual list, with arrow keys between them. A line has its index as `data-index`. */
export function useVirtualLines({
  count,
  keyOf,
  initialIndex = 0,
  onStep,
}: {
  count: number;
  keyOf: (index: number) => string | number;
  initialIndex?: number;
  onStep?: (index: number) => void;
}): VirtualLines {
  const list = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(initialIndex);
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => list.current,
    estimateSize: () => lineHeight,
    getItemKey: keyOf,
    initialOffset: Math.max(0, (initialIndex - 3) * lineHeight),
    overscan: 8,
    // keeps the focused line rendered when it is scrolled away
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.max(0, Math.min(focused, count - 1))])].sort(
        (a, b) => a - b,
      ),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = Math.min(count - 1, Math.max(0, focused + step));
    const control = (event.target as Element).closest('button') ? 'button' : 'input';
    virtualizer.scrollToIndex(next);
    setFocused(next);
    onStep?.(next);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-index="${next}"] ${control}`)?.focus(),
    );
  };
  const onFocus = (event: FocusEvent) => {
    const index = event.target.closest('[data-index]')?.getAttribute('data-index');
    if (index) setFocused(Number(index));
  };
  return { list, virtualizer, onKeyDown, onFocus };
}
