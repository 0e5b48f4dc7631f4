export interface PageVisibility extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  readonly visibilityState: DocumentVisibilityState;
}

/** Runs long work only while the page is visible, because browsers open six connections per server. Returns how to stop it. */
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
