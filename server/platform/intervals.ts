/**
 * Runs work at intervals, first after one interval, without keeping the process alive.
 * @param interval milliseconds
 * @param onError receives failures; the next run still happens
 * @returns a function that stops it
 */
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
