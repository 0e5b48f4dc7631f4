/** The part of a document that says whether it is visible. */
export interface PageVisibility extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  readonly visibilityState: DocumentVisibilityState;
}

/**
 * Runs long-lived work only while the page is visible: a browser opens six connections to a server, and background tabs that
 * each use one would leave none for the visible tab. The returned function ends the work.
 * @param work started each time the page becomes visible; its signal aborts when the page is hidden
 */
export function whilePageVisible(page: PageVisibility, work: (signal: AbortSignal) => void): () => void {
  let running: AbortController | null = null;
  const update = () => {
    if (page.visibilityState === 'hidden') {
      running?.abort();
      running = null;
    } else if (!running) {
      running = new AbortController();
      work(running.signal);
    }
  };
  page.addEventListener('visibilitychange', update);
  update();
  return () => {
    page.removeEventListener('visibilitychange', update);
    running?.abort();
  };
}
