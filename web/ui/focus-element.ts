import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

export const elementIds = {
  callsToCallBack: 'calls-to-call-back',
  inProduction: 'in-production',
} as const;

/** Scrolls to an element and focuses it. Returns false if it is hidden, for example in another tab. */
export function focusElement(id: string): boolean {
  const element = document.getElementById(id);
  if (!element?.checkVisibility()) return false;
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'start' });
  return true;
}

const ownMoves = ['pointerdown', 'keydown', 'wheel'] as const;

/** Calls `focus` until it returns true or the user moves the focus; then calls `onEnd`. Returns how to stop without `onEnd`. */
export function focusWhenDisplayed(focus: () => boolean, onEnd: () => void = () => {}): () => void {
  const stop = () => {
    observer.disconnect();
    for (const move of ownMoves) removeEventListener(move, end, true);
  };
  const end = () => {
    stop();
    onEnd();
  };
  const reach = () => {
    if (focus()) end();
  };
  const observer = new MutationObserver(reach);
  for (const move of ownMoves) addEventListener(move, end, true);
  // a tab chosen again becomes visible by its style
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] });
  reach();
  return stop;
}

/** History entries whose element had the focus; going back to one keeps the focus. */
const reached = new Set<string>();

const entryOf = ({ hash, state }: { hash: string; state: { key?: string | undefined } }) => ({
  hash,
  entry: hash === '' ? '' : (state.key ?? ''),
});
const hashOf = (location: Parameters<typeof entryOf>[0]) => JSON.stringify(entryOf(location));

export function useFocusOfHash(): void {
  // selects one text, so that the page does not render again at every navigation
  const { hash, entry } = JSON.parse(useLocation({ select: hashOf })) as ReturnType<typeof entryOf>;
  useEffect(() => {
    if (hash === '' || reached.has(entry)) return;
    return focusWhenDisplayed(
      () => focusElement(hash),
      () => reached.add(entry),
    );
  }, [hash, entry]);
}

/** Focuses an element of a dialog if rendering disabled or removed the focused one. */
export function useLostFocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) element.current?.focus();
  });
}
