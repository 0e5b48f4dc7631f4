export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface FixedClock extends Clock {
  /** ISO 8601 or Date. */
  set(instant: Date | string): void;
  advance(milliseconds: number): void;
}

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
