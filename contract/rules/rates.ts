/** A share in whole percent, rounded half up; 0 when the whole is 0 or not a number (NaN shows 0). */
export function percent(part: number, total: number): number {
  if (!(total > 0) || !Number.isFinite(part)) return 0;
  // integer arithmetic: 0.5 is decided by the counts, not by a binary fraction
  return Math.floor((200 * part + total) / (2 * total));
}

/** The mean of some seconds, whole, rounded half up; null without any. */
export function meanSeconds(sum: number, count: number): number | null {
  return count > 0 ? Math.floor((2 * sum + count) / (2 * count)) : null;
}

/** Missed rate: missed / (missed + opportunity), whole percent; 0 when both are 0. */
export function missedRate(missed: number, opportunity: number): number {
  return percent(missed, missed + opportunity);
}

/** Conversion rate: appointments / opportunities in whole percent, uncapped; several appointments a call can pass 100. */
export function conversionRate(appointments: number, opportunities: number): number {
  return percent(appointments, opportunities);
}

/** A conversion rate as shown: capped at 100. */
export function displayedConversionRate(rate: number): number {
  return Number.isFinite(rate) ? Math.min(100, Math.max(0, rate)) : 0;
}

/** A count with thousands separators. */
export function thousands(count: number): string {
  return new Intl.NumberFormat('en-US').format(count);
}
