import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';

/** How long anything moves, in milliseconds. */
const duration = 160;

/**
 * Moves an element from where it was, or how it looked, to how it is. Nothing moves for people who asked for less motion.
 * @param after how it is, where the browser cannot interpolate to the element's own style, such as `height: auto`
 */
function moveFrom(element: HTMLElement, before: Keyframe, after: Keyframe = {}): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  element.animate([before, after], { duration, easing: 'ease-out' });
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
    if (isShorter) {
      const { offsetHeight } = list;
      moveFrom(list, { height: `${offsetHeight + height}px` }, { height: `${offsetHeight}px` });
    }
  }, [container, rows]);
}

/**
 * An element whose number changes in its place: the new one appears quietly.
 * @param of what is counted: the number of something else has not changed, it is another one
 */
export function useTick<Element extends HTMLElement>(
  number: string | number | null,
  of?: unknown,
): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const before = useRef({ number, of });
  useLayoutEffect(() => {
    const last = before.current;
    const changed = last.number !== null && number !== null && last.number !== number && last.of === of;
    before.current = { number, of };
    if (changed && element.current)
      moveFrom(element.current, { opacity: 0.2, transform: 'translateY(-0.25em)' });
  }, [number, of]);
  return element;
}

/** Refs of React: the function that it returns is called when the element leaves the page. */
interface ClosingPlace {
  section: (element: HTMLElement) => () => void;
  place: (element: HTMLElement | null) => void;
}

/**
 * Closes the place of a section that is no longer displayed, so that what is below it moves up instead of jumping.
 * @returns the ref of the section, and that of the empty element that takes its place
 */
export function useClosingPlace(): ClosingPlace {
  const height = useRef(0);
  return useMemo(
    () => ({
      section: (element) => () => {
        height.current = element.offsetHeight + Number.parseFloat(getComputedStyle(element).marginTop);
      },
      place: (element) => {
        if (element && height.current > 0)
          moveFrom(element, { height: `${height.current}px` }, { height: 0 });
        height.current = 0;
      },
    }),
    [],
  );
}
