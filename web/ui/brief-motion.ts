import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';

/** Milliseconds of every animation. */
const duration = 160;

/** Animates an element from `before`, unless the user prefers reduced motion. `after`: needed if the browser cannot interpolate. */
function moveFrom(element: HTMLElement, before: Keyframe, after: Keyframe = {}): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  element.animate([before, after], { duration, easing: 'ease-out' });
}

/** Where one row left a list while the others kept their order; null for other changes. */
export function removedIndex(before: readonly string[], after: readonly string[]): number | null {
  const removed = before.findIndex((row, index) => row !== after[index]);
  const left = before[removed];
  if (left === undefined || after.includes(left) || after.length > before.length) return null;
  const others = before.slice(removed + 1);
  return others.every((row, index) => row === after[removed + index]) ? removed : null;
}

/** Moves the rows below a removed row up. All rows must have the same height. */
export function useRowExitAnimation(container: RefObject<HTMLElement | null>, rows: readonly string[]): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const removed = removedIndex(before.current, rows);
    const isShorter = rows.length < before.current.length;
    before.current = rows;
    const list = container.current;
    if (removed === null || !list) return;
    const elements = [...list.querySelectorAll<HTMLElement>('tbody > tr, ul > li')];
    const height = (elements[removed] ?? elements.at(-1))?.offsetHeight ?? 0;
    for (const element of elements.slice(removed))
      moveFrom(element, { transform: `translateY(${height}px)` });
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

interface SectionExitRefs {
  section: (element: HTMLElement) => () => void;
  placeholder: (element: HTMLElement | null) => void;
}

/** Moves content up smoothly after a section was removed: refs of the section and of the empty element that replaces it. */
export function useSectionExitAnimation(): SectionExitRefs {
  const height = useRef(0);
  return useMemo(
    () => ({
      section: (element) => () => {
        height.current = element.offsetHeight + Number.parseFloat(getComputedStyle(element).marginTop);
      },
      placeholder: (element) => {
        if (element && height.current > 0)
          moveFrom(element, { height: `${height.current}px` }, { height: 0 });
        height.current = 0;
      },
    }),
    [],
  );
}
