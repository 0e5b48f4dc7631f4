import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Ids of the elements that other parts of the product lead to. */
export const elementIds = {
  /** The missed and follow-up calls that nobody has resolved, on the scoreboard's Overview. */
  callsToCallBack: 'calls-to-call-back',
  /** The mailings that are not delivered yet, on the campaigns screen. */
  inProduction: 'in-production',
} as const;

/** Scrolls to an element and moves the focus there. Returns whether it is displayed: a tab that is not chosen can have it. */
export function focusElement(id: string): boolean {
  const element = document.getElementById(id);
  if (!element?.checkVisibility()) return false;
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'start' });
  return true;
}

/** What a person does to go somewhere else. */
const ownMoves = ['pointerdown', 'keydown', 'wheel'] as const;

/** The history entries whose element had the focus: going back to one keeps the focus where it was on the page. */
const reached = new Set<string>();

const entryOf = ({ hash, state }: { hash: string; state: { key?: string | undefined } }) => ({
  hash,
  entry: hash === '' ? '' : (state.key ?? ''),
});
const hashOf = (location: Parameters<typeof entryOf>[0]) => JSON.stringify(entryOf(location));

/**
 * Moves the focus to the element that the address's hash names, as soon as it is displayed and unless the person goes
 * somewhere else first.
 */
export function useFocusOfHash(): void {
  // a page does not render again for every step of the address
  const { hash, entry } = JSON.parse(useLocation({ select: hashOf })) as ReturnType<typeof entryOf>;
  useEffect(() => {
    if (hash === '' || reached.has(entry)) return;
    const reach = () => {
      if (focusElement(hash)) stop();
    };
    const observer = new MutationObserver(reach);
    const stop = () => {
      reached.add(entry);
      observer.disconnect();
      for (const move of ownMoves) removeEventListener(move, stop, true);
    };
    for (const move of ownMoves) addEventListener(move, stop, true);
    // a tab that is chosen again becomes visible by its style
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] });
    reach();
    return () => {
      observer.disconnect();
      for (const move of ownMoves) removeEventListener(move, stop, true);
    };
  }, [hash, entry]);
}
