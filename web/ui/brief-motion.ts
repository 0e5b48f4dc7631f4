import { type RefObject, useLayoutEffect, useRef } from 'react';

/** How long anything moves, in milliseconds. */
const duration = 160;

/** Moves an element from where it was, or how it looked, to how it is. Nothing moves for people who asked for less motion. */
function moveFrom(element: HTMLElement, before: Keyframe): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  element.animate([before, {}], { duration, easing: 'ease-out' });
}

/**
 * The position at which one row left a list, while the others kept their order and at most one came after them; null after
 * any other change.
 */
export function gapIn(before: readonly string[], after: readonly string[]): number | null {
  const gap = before.findIndex((row, index) => row !== after[index]);
  const left = before[gap];
  if (left === undefined || after.includes(left) || after.length > before.length) return null;
  const others = before.slice(gap + 1);
  return others.every((row, index) => row === after[gap + index]) ? gap : null;
}

/** Lets the rows below one that left a list move up to its place. All rows of the list have the same height. */
export function useClosingGap(container: RefObject<HTMLElement | null>, rows: readonly string[]): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const gap = gapIn(before.current, rows);
    const isShorter = rows.length < before.current.length;
    before.current = rows;
    const list = container.current;
    if (gap === null || !list) return;
    const elements = [...list.querySelectorAll<HTMLElement>('tbody > tr, ul > li')];
    const height = (elements[gap] ?? elements.at(-1))?.offsetHeight ?? 0;
    for (const element of elements.slice(gap)) moveFrom(element, { transform: `translateY(${height}px)` });
    if (isShorter) moveFrom(list, { height: `${list.offsetHeight + height}px` });
  }, [container, rows]);
}

/** An element whose number changes in its place: the new one appears quietly. */
export function useTick<Element extends HTMLElement>(
  number: string | number | null,
): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const before = useRef(number);
  useLayoutEffect(() => {
    const changed = before.current !== null && number !== null && before.current !== number;
    before.current = number;
    if (changed && element.current)
      moveFrom(element.current, { opacity: 0.2, transform: 'translateY(-0.25em)' });
  }, [number]);
  return element;
}
