export {
  type AccountVersions,
  bumpAccountVersions,
  bumpWithEpochDue,
  raiseDueEpochs,
  raiseEpochs,
  versionTable,
} from './account-versions.ts';
export {
  bookedCounts,
  type CallExpressions,
  derivedFromAppointments,
  derivedFromReferences,
  recomputeCalls,
  recomputeAppointments,
  recomputeRelatedCalls,
  referenceJoins,
} from './recompute-calls.ts';
