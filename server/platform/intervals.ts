/**
 * Does something at regular intervals, first after one of them, without keeping the process alive.
 * @param interval in milliseconds
 * @param onError receives what one time of it failed with; the next time comes anyway
 * @returns a function that ends it
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
