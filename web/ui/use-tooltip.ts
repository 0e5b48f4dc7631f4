import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** How long a tooltip stays after the pointer left, so that the pointer can reach it, in milliseconds. */
const closeDelay = 150;

/** What is shown: a tooltip while something is hovered or focused, or a dialog that was asked for. */
type Shown = 'tooltip' | 'dialog' | null;

/** A tooltip that a dialog with more can take the place of. Escape closes the tooltip. */
export interface Tooltip {
  shown: Shown;
  /** Shows something else at once. */
  show: (next: Shown) => void;
  /** For what shows the tooltip while a mouse or pen is over it, and for the tooltip itself. */
  hoverProps: {
    onPointerEnter: (event: PointerEvent) => void;
    onPointerLeave: (event: PointerEvent) => void;
  };
  /** For what shows the tooltip while it has the focus of a keyboard. */
  focusProps: { onFocus: (event: FocusEvent) => void; onBlur: () => void };
}

/**
 * The state of a tooltip.
 * @param openDelay how long the pointer rests before the tooltip shows, in milliseconds
 */
export function useTooltip(openDelay = 0): Tooltip {
  const [shown, setShown] = useState<Shown>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (shown !== 'tooltip') return;
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setShown(null);
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [shown]);

  const show = (next: Shown) => {
    clearTimeout(timer.current);
    setShown(next);
  };
  const open = () => setShown((before) => before ?? 'tooltip');
  const close = () => setShown((before) => (before === 'tooltip' ? null : before));
  const after = (delay: number, change: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(change, delay);
  };
  return {
    shown,
    show,
    hoverProps: {
      onPointerEnter: (event) => {
        if (event.pointerType !== 'touch') after(openDelay, open);
      },
      onPointerLeave: (event) => {
        if (event.pointerType !== 'touch') after(closeDelay, close);
      },
    },
    focusProps: {
      onFocus: (event) => {
        if (event.currentTarget.matches(':focus-visible')) open();
      },
      onBlur: close,
    },
  };
}
