/*
 * Calls: lists of calls and appointments, one call with its recording, and what people do with it.
 *   list-calls, list-appointments, call-conditions    All Calls: lists, filters, search, sorting
 *   one-call, serve-recordings                        details, transcript, and the recording by a signed address
 *   resolve-call, create-appointment                  what people do, each under a lock of the call
 *   scores/                                           scores of people and systems, and which one a call shows
 *   recompute-calls                                   columns that derive from campaign, tracking line, account and appointments
 * Tables: calls, appointments, call_actions, call_scores, inquiries. The import (room ingest) writes most of their rows.
 * Routes: /calls and below, /appointments, /recordings/:signature.
 */
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import type { QueryEngine, RepeatedAnswers } from '../figures/index.ts';
import { serveChanges } from './serve-changes.ts';
import { serveLists } from './serve-lists.ts';
import { serveOneCall } from './serve-one-call.ts';
import { serveRecordings } from './serve-recordings.ts';

export { logCallAccess } from './access-log.ts';
export {
  callRowColumns,
  type CallRowRecord,
  callRowTables,
  displayedCallerId,
  presentCallRow,
} from './call-row.ts';
export { bookAppointments } from './book-appointments.ts';
export { requireValidAppointments } from './checked-appointments.ts';
export { closesOrReopens } from './call-row.ts';
export { findCallers } from './find-callers.ts';
export { lockCall, type LockedCall, noCall } from './locked-call.ts';
export { appointmentColumns, type AppointmentRecord, findCall, presentAppointment } from './one-call.ts';
export { openRecordingAddresses, type RecordingAddresses } from './recording-address.ts';
export { resolveLockedCalls } from './resolve-call.ts';
export { listCalls } from './list-calls.ts';
export {
  type CallInOfficeTime,
  countCallList,
  readCallList,
} from './read-call-list.ts';
export { type PersonScore, scoreCall } from './scores/score-call.ts';
export {
  hasScoreOrId,
  isScored,
  scoreColumns,
  scoreValueOf,
  type ScoreSource,
  scoreSources,
} from './scores/score-columns.ts';
export { settleScores } from './scores/settle-scores.ts';
export {
  appointmentsOf,
  bookedCounts,
  type CallExpressions,
  derivedFromAppointments,
  derivedFromReferences,
  localTimeOfCall,
  recomputeAppointments,
  recomputeCalls,
  recomputeRelatedCalls,
  referenceJoins,
} from './recompute-calls.ts';

export async function serveCalls(
  routes: RouteServer<Viewer>,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'files' | 'environment'> & {
    readModel: QueryEngine;
    answers: RepeatedAnswers;
  },
): Promise<void> {
  serveLists(routes, dependencies);
  serveOneCall(routes, dependencies);
  serveChanges(routes, dependencies);
  await serveRecordings(routes, dependencies);
}
