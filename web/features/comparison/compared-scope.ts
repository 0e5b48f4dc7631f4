import { comparedDays } from '@mailcall/contract/rules/compared-dates.ts';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import type { ScopeComparison } from '../scope/index.ts';

/** The days that the figures of a scope are compared with; null for dates that have not begun. */
export function comparedDaysOf({ scope, today, with: comparison }: ScopeComparison): DateRange | null {
  const { startDate, endDate } = scope.filters;
  return startDate === undefined || endDate === undefined
    ? null
    : comparedDays({ startDate, endDate }, today, comparison);
}

/** The scope of the days that figures are compared with, for the same request; null for dates that have not begun. */
export function comparedScope(comparison: ScopeComparison): ScopeComparison['scope'] | null {
  const days = comparedDaysOf(comparison);
  const { scope } = comparison;
  return days && { ...scope, filters: { ...scope.filters, dateFilterType: 'custom', ...days } };
}
