import { days } from '../time/durations.ts';
import { isCalendarDate } from '../wire/query.ts';

const day = days(1);

/**
 * Why a text cannot be the first day of which new calls wait for a callback, as a sentence about it without its name; null if it can. A day
 * that has not begun anywhere is refused, because no call of today would wait.
 */
export function callbacksFromProblem(text: string, now: Date): string | null {
  if (!isCalendarDate(text)) return 'is not a date like 2027-03-31';
  // the day can have begun at an office east of UTC
  const tomorrow = new Date(now.getTime() + day).toISOString().slice(0, 10);
  return text > tomorrow
    ? `has not begun anywhere: no call of today would wait. Use ${tomorrow} at the latest`
    : null;
}
