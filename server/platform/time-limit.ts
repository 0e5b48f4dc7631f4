/**
 * Calls `expired` after some milliseconds. When the process itself was busy for that long, the answer may already have
 * arrived: what has arrived is handled first. The returned function clears the limit.
 */
export function timeLimit(milliseconds: number, expired: () => void): () => void {
  let pending = true;
  const timer = setTimeout(() => {
    setImmediate(() => {
      if (pending) expired();
    });
  }, milliseconds);
  return () => {
    pending = false;
    clearTimeout(timer);
  };
}

/** Resolves or rejects like `work`, or rejects with `error()` when that takes longer than the milliseconds. */
export async function withinTime<Result>(
  milliseconds: number,
  work: Promise<Result>,
  error: () => Error,
): Promise<Result> {
  const expired = Promise.withResolvers<never>();
  const clear = timeLimit(milliseconds, () => expired.reject(error()));
  try {
    return await Promise.race([work, expired.promise]);
  } finally {
    clear();
  }
}
