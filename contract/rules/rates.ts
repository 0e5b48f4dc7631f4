/** A share in whole percent, rounded half up; 0 when the total is 0 or not a number. */
export function percent(part: number, total: number): number {
  if (!(total > 0) || !Number.isFinite(part)) return 0;
  // integer arithmetic, because binary fractions would not round 0.5 reliably
  return Math.floor((200 * part + total) / (2 * total));
}

/** A mean in whole seconds, rounded half up; null when nothing was counted. */
export function meanSeconds(sum: number, count: number): number | null {
  return count > 0 ? Math.floor((2 * sum + count) / (2 * count)) : null;
}

/** The missed rate in whole percent: missed / (missed + opportunity); 0 when both are 0. */
export function missedRate(missed: number, opportunity: number): number {
  return percent(missed, missed + opportunity);
}

/** The conversion rate in whole percent, not capped: with several appointments per call it can exceed 100. */
export function conversionRate(appointments: number, opportunities: number): number {
  return percent(appointments, opportunities);
}

/** A conversion rate for display, capped at 100. */
export function displayedConversionRate(rate: number): number {
  return Number.isFinite(rate) ? Math.min(100, Math.max(0, rate)) : 0;
}

/** A count with thousands separators. */
export function thousands(count: number): string {
  return new Intl.NumberFormat('en-US').format(count);
}
