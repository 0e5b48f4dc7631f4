/** Whole percent, rounded half up; 0 if the total is 0 or not a number. */
export function percent(part: number, total: number): number {
  if (!(total > 0) || !Number.isFinite(part)) return 0;
  // integers, because binary fractions do not round 0.5 reliably
  return Math.floor((200 * part + total) / (2 * total));
}

/** Whole seconds, rounded half up; null without values. */
export function meanSeconds(sum: number, count: number): number | null {
  return count > 0 ? Math.floor((2 * sum + count) / (2 * count)) : null;
}

/** Whole percent of missed / (missed + opportunity); 0 if both are 0. */
export function missedRate(missed: number, opportunity: number): number {
  return percent(missed, missed + opportunity);
}

/** Whole percent, not capped; several appointments per call can exceed 100. */
export function conversionRate(appointments: number, opportunities: number): number {
  return percent(appointments, opportunities);
}

/** One decimal, rounded half up; 0 without pieces. */
export function perThousand(count: number, pieces: number): number {
  if (!(pieces > 0) || !Number.isFinite(count)) return 0;
  return Math.floor((20_000 * count + pieces) / (2 * pieces)) / 10;
}

/** Production per dollar of cost, to the cent; null without a cost. */
export function returnOnCost(production: number, cost: number): number | null {
  return cost > 0 ? Math.round((100 * production) / cost) / 100 : null;
}

export function displayedConversionRate(rate: number): number {
  return Number.isFinite(rate) ? Math.min(100, Math.max(0, rate)) : 0;
}

export function thousands(count: number): string {
  // a page's first number format takes as long as all its other scripts together
  return String(count).replace(/\B(?=(?:\d{3}){1,7}$)/g, ',');
}

/** `amount` in dollars; rounded, such as "$1,251". */
export function wholeDollars(amount: number): string {
  const rounded = Math.round(Math.abs(amount));
  return `${amount < 0 && rounded > 0 ? '-' : ''}$${thousands(rounded)}`;
}

/** `amount` in dollars, such as "$1,250.50". */
export function dollarsAndCents(amount: number): string {
  const cents = Math.round(Math.abs(amount) * 100);
  const ofDollar = String(cents % 100).padStart(2, '0');
  return `${amount < 0 && cents > 0 ? '-' : ''}$${thousands(Math.floor(cents / 100))}.${ofDollar}`;
}

export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${thousands(count)} ${count === 1 ? one : several}`;
