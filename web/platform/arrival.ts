import type { RouterHistory } from '@tanstack/react-router';

let byLink = false;

/** Tracks how pages are reached. Start after the first page: the router redirects only without history listeners. */
export function watchArrivals(history: RouterHistory): () => void {
  return history.subscribe(({ action: { type } }) => {
    // a step that replaces the last one is a redirect or normalizes the URL
    if (type !== 'REPLACE') byLink = type === 'PUSH';
  });
}

/** Whether a link in the app led to the current page; false for reloads and Back, which restores the scroll position. */
export const arrivedByLink = (): boolean => byLink;
