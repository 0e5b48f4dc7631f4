import { comparedDays } from '@mailcall/contract/rules/compared-dates.ts';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import type { ScopeComparison } from '../scope/index.ts';

/** Days to compare a scope's figures with; null for dates in the future. */
export function comparedDaysOf({ scope, today, with: comparison }: ScopeComparison): DateRange | null {
  const { startDate, endDate } = scope.filters;
  return startDate === undefined || endDate === undefined
    ? null
    : comparedDays({ startDate, endDate }, today, comparison);
}

export function comparedScope(comparison: ScopeComparison): ScopeComparison['scope'] | null {
  const days = comparedDaysOf(comparison);
  const { scope } = comparison;
  return days && { ...scope, filters: { ...scope.filters, dateFilterType: 'custom', ...days } };
}
