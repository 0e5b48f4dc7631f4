/** First after one interval; does not keep the process alive. After a failure the next run still happens. Returns how to stop. */
export function atIntervals(
  work: () => Promise<void>,
  interval: number,
  onError: (error: unknown) => void,
): () => void {
  const timer = setInterval(() => {
    work().catch(onError);
  }, interval);
  timer.unref();
  return () => clearInterval(timer);
}
