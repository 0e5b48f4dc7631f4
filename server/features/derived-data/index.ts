export { type AccountVersions, bumpAccountVersions, versionTable } from './account-versions.ts';
export {
  type CallExpressions,
  derivedFromReferences,
  recomputeCalls,
  recomputeRelatedCalls,
  referenceJoins,
} from './recompute-calls.ts';
