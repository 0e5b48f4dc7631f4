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
export { closesOrReopens } from './call-row.ts';
export { findCallers } from './find-callers.ts';
export { lockCall, type LockedCall, noCall } from './locked-call.ts';
export { appointmentColumns, type AppointmentRecord, findCall, presentAppointment } from './one-call.ts';
export { resolveLockedCalls } from './resolve-call.ts';
export { listCalls } from './list-calls.ts';
export {
  type CallInOfficeTime,
  countCallList,
  readCallList,
} from './read-call-list.ts';

/** Serves the lists of calls and appointments, one call with its recording, and people's actions on it. */
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
