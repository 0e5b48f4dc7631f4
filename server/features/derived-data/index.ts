export {
  type AccountVersions,
  bumpAccountVersions,
  bumpWithEpochDue,
  raiseDueEpochs,
  raiseEpochs,
  versionTable,
} from './account-versions.ts';
export {
  appointmentsOf,
  bookedCounts,
  type CallExpressions,
  derivedFromAppointments,
  derivedFromReferences,
  localTimeOfCall,
  recomputeCalls,
  recomputeAppointments,
  recomputeRelatedCalls,
  referenceJoins,
} from './recompute-calls.ts';
export type { LockedRows, NeededRows, RecordRows } from './record-rows.ts';
