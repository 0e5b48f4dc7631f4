import type { RouterHistory } from '@tanstack/react-router';

let byLink = false;

/**
 * Keeps how the current page was reached, for {@link arrivedByLink}; returns a function that ends it. Not before the first page is
 * drawn: until then the router follows redirects only while nobody listens to its history.
 */
export function watchArrivals(history: RouterHistory): () => void {
  return history.subscribe(({ action: { type } }) => {
    // a step that replaces the last one is a redirect, or tidies the address
    if (type !== 'REPLACE') byLink = type === 'PUSH';
  });
}

/** Whether a link within the app led to the current page: not a reload, nor Back, which also restores where it was scrolled to. */
export const arrivedByLink = (): boolean => byLink;
