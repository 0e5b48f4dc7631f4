/** The median of some times, the later of the middle two for an even number; NaN for an empty list. */
export const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? Number.NaN;
