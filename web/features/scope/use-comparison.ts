import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { type Comparison, comparisonOf } from '@mailcall/contract/scope/scope.ts';
import { useMemo } from 'react';
import type { ScopeState } from './scope-state.ts';

export interface ScopeComparison {
  scope: ScopeState['query'];
  today: DateRange;
  with: Comparison;
}

/** Comparison of a scope, a stable object while unchanged; undefined without one. */
export function useComparison({ scope, query, today }: ScopeState): ScopeComparison | undefined {
  const comparison = comparisonOf(scope);
  return useMemo(() => comparison && { scope: query, today, with: comparison }, [query, today, comparison]);
}
