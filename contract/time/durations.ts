/** Each of these returns milliseconds. */
export const seconds = (count: number): number => count * 1000;

export const minutes = (count: number): number => seconds(count * 60);

export const hours = (count: number): number => minutes(count * 60);

/** Milliseconds of some days of 24 hours; a day of an office has 23 or 25 when its clocks change. */
export const days = (count: number): number => hours(count * 24);
