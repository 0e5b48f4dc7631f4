export { Footnote } from './footnote.tsx';
export { formatDays, useShowsZone } from './days-text.ts';
export { PrintedScope } from './printed-scope.tsx';
export { ScopeBar } from './scope-bar.tsx';
export { type ScopeComparison, useComparison } from './use-comparison.ts';
export {
  isScopeName,
  scopeForAddress,
  scopeNames,
  type ScopeState,
  useScope,
  writtenScope,
} from './scope-state.ts';
