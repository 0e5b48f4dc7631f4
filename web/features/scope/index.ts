export { Footnote } from './footnote.tsx';
export { formatDays } from './format-days.ts';
export { PrintedScope } from './printed-scope.tsx';
export { ScopeBar } from './scope-bar.tsx';
export { useShowsZone } from './shows-zone.ts';
export { type ScopeComparison, useComparison } from './use-comparison.ts';
export {
  isScopeName,
  scopeForAddress,
  scopeNames,
  type ScopeState,
  useScope,
  writtenScope,
} from './scope-state.ts';
