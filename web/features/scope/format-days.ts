import type { Today } from '@mailcall/contract/scope/date-range.ts';
import { type Scope, labeledDateRangeOf } from '@mailcall/contract/scope/scope.ts';
import { formatDay } from '../../ui/dates.ts';

/** A day with nonbreaking spaces. */
const unbroken = (day: string) => formatDay(day).replaceAll(' ', '\u00a0');

/** Days of a scope up to today: 'Nov 1, 2026 - Nov 22, 2026', or a single day. */
export function formatDays(scope: Scope, now: Today): string {
  const { startDate, endDate } = labeledDateRangeOf(scope, now);
  return startDate === endDate ? unbroken(startDate) : `${unbroken(startDate)} - ${unbroken(endDate)}`;
}
