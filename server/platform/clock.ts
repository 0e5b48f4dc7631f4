/** Where the time comes from, so that tests can fix it. */
export interface Clock {
  /** The current time; a new Date at each call. */
  now(): Date;
}

/** The machine's own time. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that is fixed until it is moved, for tests. */
export interface FixedClock extends Clock {
  /** Moves to another time (ISO 8601 or Date). */
  set(instant: Date | string): void;
  /** Goes on by so many milliseconds. */
  advance(milliseconds: number): void;
}

/** A clock fixed at a time (ISO 8601 or Date). */
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
