import { pageIn, parseAddress } from '../../platform/address.ts';

/** Pixels that a page at its top may be scrolled. */
const topOfPage = 40;
/** Milliseconds without pointer or key after which no press is imminent. */
const idleTimeMs = 700;

const openLayers = '[role="dialog"], [role="menu"], [aria-expanded="true"][aria-haspopup]';
const fields = 'input, textarea, select, [contenteditable="true"]';
/** List elements reached by keyboard, which a refresh could remove. */
const reachedRow =
  ':is(main tr, main li, main article) :focus-visible, :is(main tr, main li, main article):focus-visible';
/** Button of the notice; a keyboard user there is about to press it. */
const reachedButton = '[role="status"] button';

const activityEvents = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

export function watchIdle(): { isIdle: () => boolean; stop: () => void } {
  let last = Number.NEGATIVE_INFINITY;
  const note = () => {
    last = performance.now();
  };
  for (const type of activityEvents) document.addEventListener(type, note, { passive: true, capture: true });
  return {
    isIdle: () => performance.now() - last >= idleTimeMs,
    stop() {
      for (const type of activityEvents) document.removeEventListener(type, note, { capture: true });
    },
  };
}

/** Whether rows can change unnoticed: at the top, no layer open, nothing selected, typed or reached by keyboard. */
export function isUndisturbed(): boolean {
  if (window.scrollY > topOfPage || pageIn(parseAddress(location.search)['page']) > 1) return false;
  if (!(getSelection()?.isCollapsed ?? true) || document.activeElement?.matches(fields)) return false;
  if (document.activeElement?.matches(`${reachedRow}, ${reachedButton}`)) return false;
  return ![...document.querySelectorAll(openLayers)].some((layer) => layer.checkVisibility());
}
