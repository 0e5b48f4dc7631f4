import { days } from '../time/durations.ts';
import { isCalendarDate } from '../wire/query.ts';

const day = days(1);

/** Problem of a first day for callbacks, without its subject; null if valid. Refuses days not begun anywhere: no call of today would wait. */
export function callbacksFromProblem(text: string, now: Date): string | null {
  if (!isCalendarDate(text)) return 'is not a date like 2027-03-31';
  // east of UTC, tomorrow may have begun
  const tomorrow = new Date(now.getTime() + day).toISOString().slice(0, 10);
  return text > tomorrow
    ? `has not begun anywhere: no call of today would wait. Use ${tomorrow} at the latest`
    : null;
}
