/** A busy process first handles what has arrived. Returns how to clear the limit. */
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

/** Settles like `work`, or rejects with `error()` after `milliseconds`. */
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
