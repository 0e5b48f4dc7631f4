import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useIsDisplayed } from './keep-mounted.tsx';

/** Milliseconds a tooltip stays after the pointer leaves, so that the pointer can reach it. */
const closeDelay = 150;

type TooltipContent = 'tooltip' | 'dialog' | null;

/** A tooltip that a dialog with more content can replace. Escape closes it. */
export interface Tooltip {
  content: TooltipContent;
  show: (next: TooltipContent) => void;
  hoverProps: {
    onPointerMove: (event: PointerEvent) => void;
    onPointerLeave: (event: PointerEvent) => void;
  };
  focusProps: { onFocus: (event: FocusEvent) => void; onBlur: () => void };
}

/** State of a tooltip, which closes with its tab. `openDelay`: milliseconds the pointer rests before it opens. */
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
      // a resting pointer enters whatever appears below it, such as a page under a closing menu, without pointing at it
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
