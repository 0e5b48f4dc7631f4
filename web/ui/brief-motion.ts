import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';

/** Milliseconds of every animation. */
const duration = 160;

/** Animates an element from `before`, unless the user prefers reduced motion. `after`: needed if the browser cannot interpolate. */
function moveFrom(element: HTMLElement, before: Keyframe, after: Keyframe = {}): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  element.animate([before, after], { duration, easing: 'ease-out' });
}

/** Where one row left a list while the others kept their order; null for other changes. */
export function gapIn(before: readonly string[], after: readonly string[]): number | null {
  const gap = before.findIndex((row, index) => row !== after[index]);
  const left = before[gap];
  if (left === undefined || after.includes(left) || after.length > before.length) return null;
  const others = before.slice(gap + 1);
  return others.every((row, index) => row === after[gap + index]) ? gap : null;
}

/** Moves the rows below a removed row up. All rows must have the same height. */
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

/** Lets a changed number fade in. `of`: its subject; a number of another subject has not changed. */
export function useFadeIn<Element extends HTMLElement>(
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

interface ClosingPlace {
  section: (element: HTMLElement) => () => void;
  place: (element: HTMLElement | null) => void;
}

/** Moves content up smoothly after a section was removed: refs of the section and of the empty element that replaces it. */
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
