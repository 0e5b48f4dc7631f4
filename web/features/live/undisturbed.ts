import { pageIn, parseAddress } from '../../platform/address.ts';

/** How far a page that is at its top may be scrolled, in pixels. */
const topOfPage = 40;
/** Milliseconds without a moving pointer or a key after which somebody is not about to press something. */
const restTime = 700;

/** What is open over a page, or opened from a button of it. */
const openLayers = '[role="dialog"], [role="menu"], [aria-expanded="true"][aria-haspopup]';
const fields = 'input, textarea, select, [contenteditable="true"]';
/** What somebody who uses the keyboard has reached in a list: it could leave the page. */
const reachedRow =
  ':is(main tr, main li, main article) :focus-visible, :is(main tr, main li, main article):focus-visible';
/** The button that shows what is new: somebody who has reached it by keyboard is about to press it, and it would go. */
const reachedButton = '[role="status"] button';

const activityEvents = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Watches whether somebody is doing something on the page; the function says since when not, in milliseconds, and stops. */
export function watchRest(): { isAtRest: () => boolean; stop: () => void } {
  let last = Number.NEGATIVE_INFINITY;
  const note = () => {
    last = performance.now();
  };
  for (const type of activityEvents) document.addEventListener(type, note, { passive: true, capture: true });
  return {
    isAtRest: () => performance.now() - last >= restTime,
    stop() {
      for (const type of activityEvents) document.removeEventListener(type, note, { capture: true });
    },
  };
}

/**
 * Whether rows can change without taking anything from under somebody's eyes: the first page at its top, nothing open over it,
 * no text selected, nothing being typed, and neither a row nor the button that shows what is new reached by keyboard.
 */
export function isUndisturbed(): boolean {
  if (window.scrollY > topOfPage || pageIn(parseAddress(location.search)['page']) > 1) return false;
  if (!(getSelection()?.isCollapsed ?? true) || document.activeElement?.matches(fields)) return false;
  if (document.activeElement?.matches(`${reachedRow}, ${reachedButton}`)) return false;
  return ![...document.querySelectorAll(openLayers)].some((layer) => layer.checkVisibility());
}
