/** What is needed of a document: whether it is seen, and the news of that. */
export interface SeenPage extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  readonly visibilityState: DocumentVisibilityState;
}

/**
 * Does something lasting while the page is seen: a browser opens six connections to one server, and tabs in the background
 * that each hold one would leave none for the tab in front. The returned function ends it.
 * @param work begun each time that the page is seen; its signal ends when it is not any more
 */
export function whileSeen(page: SeenPage, work: (signal: AbortSignal) => void): () => void {
  let running: AbortController | null = null;
  const follow = () => {
    if (page.visibilityState === 'hidden') {
      running?.abort();
      running = null;
    } else if (!running) {
      running = new AbortController();
      work(running.signal);
    }
  };
  page.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    page.removeEventListener('visibilitychange', follow);
    running?.abort();
  };
}
