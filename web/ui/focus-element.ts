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

/**
 * Moves the focus as soon as the element that is to have it is displayed, unless the person goes somewhere else first.
 * @param focus focuses the element and returns true, or returns false while it is not displayed
 * @param onEnd called when the element has the focus or the person has gone somewhere else
 * @returns stops waiting; `onEnd` is not called anymore
 */
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
  // a tab that is chosen again becomes visible by its style
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] });
  reach();
  return stop;
}

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
    return focusWhenDisplayed(
      () => focusElement(hash),
      () => reached.add(entry),
    );
  }, [hash, entry]);
}
