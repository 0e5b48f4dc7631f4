/*
 * Patient lists: lists that offices upload, their households, and audits: which patients a mailing brought.
 *   serve-uploads, receive-file, read-patients    upload in parts, guess of the columns, report of rejected rows
 *   prepare-list, group-households, geocoder      households with addresses and places, in a job
 *   change-patient-list, serve-download           archive, delete, download
 *   audits/                                       matches patients of a list with mailed households and calls, in a thread
 * Tables: patient_lists, patients, patient_households, patient_list_uploads, patient_list_columns, patient_list_exports,
 *   rejected_patient_rows, emptied_patient_cells, patient_list_audits, patient_matches, mailed_households.
 * Routes: /patient-lists and below, /accounts/patient-lists and below.
 * Tasks: `read patient list`, `prepare patient list`, `audit patient list`, `audit outdated patient lists`.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  archivePatientList as archiveRoute,
  deletePatientList as deleteRoute,
  type Household,
  listHouseholds,
  listPatientLists,
} from '@mailcall/contract/patient-lists.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { StreamedRecords } from '../../platform/http/streamed-records.ts';
import { recordCallsRead } from '../activity/index.ts';
import type { Viewer } from '../identity/index.ts';
import { archivePatientList, deletePatientList } from './change-patient-list.ts';
import { householdsOf } from './households.ts';
import { patientListsOf, uploadAccountsOf } from './list-patient-lists.ts';
import { findPatientList, logPatientListUse, selectedAccounts } from './patient-list-access.ts';
import { serveDownload } from './serve-download.ts';
import { serveUploads } from './serve-uploads.ts';

export { householdsOfCalls, logHouseholdsRead } from './households-of-calls.ts';
export { isListReader } from './patient-list-access.ts';
export { cleanPatientListUploads } from './clean-uploads.ts';
export { removePatients } from './change-patient-list.ts';
export {
  type FileLayout,
  openUploadedFile,
  overviewOf,
  rowsOfList,
  storeUploadedFile,
} from './uploaded-file.ts';
export { sentFileOf } from './serve-uploads.ts';
export { PatientListJobs } from './patient-list-jobs.ts';
export { queuePreparation } from './prepare-list.ts';
export { PatientAudits, requestAudit, requestOutdatedAudits } from './audits/patient-audits.ts';
export { auditsOfAccounts } from './audits/stored-audits.ts';

/** Calls `record` with the calls of each batch before sending it. */
async function* withRecordedReading(
  batches: AsyncIterable<Household[]>,
  record: (callIds: readonly string[]) => Promise<void>,
): AsyncGenerator<Household[]> {
  for await (const batch of batches) {
    await record(batch.flatMap(({ matches }) => matches.flatMap(({ callId }) => callId ?? [])));
    yield batch;
  }
}

export function servePatientLists(
  routes: RouteServer<Viewer>,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'files' | 'environment'>,
): void {
  const { database, clock } = dependencies;
  routes.serve(listPatientLists, async ({ viewer, query }) => {
    const accountIds = await selectedAccounts(database.kysely, viewer, query);
    return {
      records: await patientListsOf(database.kysely, viewer.contactId, accountIds),
      uploadAccounts: await uploadAccountsOf(database.kysely, viewer, accountIds),
    };
  });

  routes.serve(listHouseholds, async ({ viewer, params }) => {
    const list = await findPatientList(database.kysely, viewer, params.id);
    await logPatientListUse(database.kysely, {
      contactId: viewer.contactId,
      action: 'open',
      list,
      at: clock.now(),
      continues: true,
    });
    // households are sent after the handler has ended
    const inPlace = AsyncLocalStorage.snapshot();
    const { accountId } = list;
    const record = (callIds: readonly string[]) =>
      inPlace(() =>
        recordCallsRead(
          database.kysely,
          { contactId: viewer.contactId, at: clock.now() },
          callIds.map((callId) => ({ accountId, callId })),
        ),
      );
    const households = withRecordedReading(householdsOf(database.kysely, list), record);
    return new StreamedRecords({ id: list.id, name: list.name }, households);
  });

  routes.serve(archiveRoute, async ({ viewer, params, body }) => {
    await archivePatientList(dependencies, viewer, { id: params.id, archived: body.archived });
    return { archived: body.archived };
  });

  routes.serve(deleteRoute, async ({ viewer, params }) => {
    await deletePatientList(dependencies, viewer, params.id);
    return { id: params.id };
  });

  serveDownload(routes, dependencies);
  serveUploads(routes, dependencies);
}
