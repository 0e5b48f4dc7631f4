import { type Scope, spanOf } from '@mailcall/contract/scope/scope.ts';
import { formatDay } from '../../ui/dates.ts';

/** A day whose parts stay on one line. */
const whole = (day: string) => formatDay(day).replaceAll(' ', '\u00a0');

/** The UTC days of a scope: 'Nov 1, 2026 - Nov 30, 2026', or one day. */
export function formatDays(scope: Scope, now: Date): string {
  const { startDate, endDate } = spanOf(scope, now);
  return startDate === endDate ? whole(startDate) : `${whole(startDate)} - ${whole(endDate)}`;
}
