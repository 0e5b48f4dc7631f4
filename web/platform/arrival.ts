import type { RouterHistory } from '@tanstack/react-router';

let byLink = false;

/**
 * Tracks how the current page was reached, for {@link arrivedByLink}; returns a function that stops. Start after the first
 * page is drawn: before that, the router follows redirects only if its history has no listeners.
 */
export function watchArrivals(history: RouterHistory): () => void {
  return history.subscribe(({ action: { type } }) => {
    // a step that replaces the last one is a redirect or normalizes the URL
    if (type !== 'REPLACE') byLink = type === 'PUSH';
  });
}

/** Whether a link in the app led to the current page; false for reloads and Back, which restores the scroll position. */
export const arrivedByLink = (): boolean => byLink;
