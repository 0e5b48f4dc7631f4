import type { Comparison } from '@mailcall/contract/rules/comparisons.ts';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { comparisonOf } from '@mailcall/contract/scope/scope.ts';
import { useMemo } from 'react';
import type { ScopeState } from './scope-state.ts';

/** What the figures of a scope are compared with. */
export interface ScopeComparison {
  /** The scope whose figures are displayed, as requests have it. */
  scope: ScopeState['query'];
  /** The days under way at its offices. */
  today: DateRange;
  with: Comparison;
}

/** What the figures of a scope are compared with; undefined when nothing is. The same object while that is the same. */
export function useComparison({ scope, query, today }: ScopeState): ScopeComparison | undefined {
  const comparison = comparisonOf(scope);
  return useMemo(() => comparison && { scope: query, today, with: comparison }, [query, today, comparison]);
}
