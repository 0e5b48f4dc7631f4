/** Source of the current time, so that tests can fix it. */
export interface Clock {
  /** Returns a new Date at each call. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Clock for tests; it stands still until a test moves it. */
export interface FixedClock extends Clock {
  /** Sets the time (ISO 8601 or Date). */
  set(instant: Date | string): void;
  /** Advances by `milliseconds`. */
  advance(milliseconds: number): void;
}

/** Clock that stands at a time (ISO 8601 or Date). */
export function fixedClock(instant: Date | string): FixedClock {
  let at = new Date(instant).getTime();
  if (Number.isNaN(at)) throw new RangeError(`Not a moment in time: ${String(instant)}`);
  return {
    now: () => new Date(at),
    set(next) {
      at = new Date(next).getTime();
    },
    advance(milliseconds) {
      at += milliseconds;
    },
  };
}
