import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useIsDisplayed } from './is-displayed.ts';

/** How long a tooltip stays after the pointer leaves, so that the pointer can reach it, in milliseconds. */
const closeDelay = 150;

/** What is displayed: a tooltip while its target is hovered or focused, or a dialog after a press. */
type TooltipContent = 'tooltip' | 'dialog' | null;

/** A tooltip that a dialog with more content can replace. Escape closes the tooltip. */
export interface Tooltip {
  content: TooltipContent;
  /** Displays something else immediately. */
  show: (next: TooltipContent) => void;
  /** For the element that opens the tooltip while a mouse or pen is over it, and for the tooltip itself. */
  hoverProps: {
    onPointerMove: (event: PointerEvent) => void;
    onPointerLeave: (event: PointerEvent) => void;
  };
  /** For the element that opens the tooltip while it has keyboard focus. */
  focusProps: { onFocus: (event: FocusEvent) => void; onBlur: () => void };
}

/**
 * The state of a tooltip. It closes with its tab.
 * @param openDelay how long the pointer rests before the tooltip opens, in milliseconds
 */
export function useTooltip(openDelay = 0): Tooltip {
  const [content, setContent] = useState<TooltipContent>(null);
  if (!useIsDisplayed() && content !== null) setContent(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOver = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (content !== 'tooltip') return;
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setContent(null);
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [content]);

  const show = (next: TooltipContent) => {
    clearTimeout(timer.current);
    setContent(next);
  };
  const open = () => setContent((before) => before ?? 'tooltip');
  const close = () => setContent((before) => (before === 'tooltip' ? null : before));
  const after = (delay: number, change: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(change, delay);
  };
  return {
    content,
    show,
    hoverProps: {
      // a pointer that rests enters what appears below it, such as the page below a closing menu, and points at nothing
      onPointerMove: (event) => {
        if (event.pointerType === 'touch' || isOver.current) return;
        isOver.current = true;
        after(openDelay, open);
      },
      onPointerLeave: (event) => {
        if (event.pointerType === 'touch') return;
        isOver.current = false;
        after(closeDelay, close);
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
