import {
  archivePatientList as archiveRoute,
  deletePatientList as deleteRoute,
  listHouseholds,
  listPatientLists,
} from '@mailcall/contract/patient-lists.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { StreamedRecords } from '../../platform/http/streamed-records.ts';
import type { Viewer } from '../identity/index.ts';
import { archivePatientList, deletePatientList } from './change-patient-list.ts';
import { householdsOf } from './households.ts';
import { patientListsOf, uploadAccountsOf } from './list-patient-lists.ts';
import { findPatientList, logPatientListUse, selectedAccounts } from './patient-list-access.ts';
import { serveDownload } from './serve-download.ts';
import { serveUploads } from './serve-uploads.ts';

export { cleanPatientListUploads } from './clean-uploads.ts';
export { removePatients } from './change-patient-list.ts';
export { PatientListJobs } from './patient-list-jobs.ts';
export { queuePreparation } from './prepare-list.ts';

/** Serves the patient lists of the viewer's own accounts. */
export function servePatientLists(
  routes: RouteServer<Viewer>,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'files' | 'environment'>,
): void {
  const { database, clock } = dependencies;
  routes.serve(listPatientLists, async ({ viewer, query }) => {
    const accountIds = await selectedAccounts(database.kysely, viewer, query);
    return {
      records: await patientListsOf(database.kysely, viewer.contactId, accountIds),
      uploadAccounts: await uploadAccountsOf(database.kysely, accountIds),
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
    return new StreamedRecords({ id: list.id, name: list.name }, householdsOf(database.kysely, list));
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
