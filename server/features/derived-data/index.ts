export { type AccountVersions, bumpAccountVersions, versionTable } from './account-versions.ts';
export {
  type CallExpressions,
  derivedFromReferences,
  recomputeCalls,
  recomputeAppointments,
  recomputeRelatedCalls,
  referenceJoins,
} from './recompute-calls.ts';
