import { randomUUID } from 'node:crypto';
import { columnsProblem, type PatientField } from '@mailcall/contract/rules/patient-columns.ts';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible } from '../../platform/http/problems.ts';
import { addJob } from '../../platform/jobs.ts';
import type { Viewer } from '../identity/index.ts';
import { findPatientList } from './patient-list-access.ts';
import { removeReport } from './upload-report.ts';
import { rememberColumns } from './remembered-columns.ts';
import type { UploadRecord } from './upload-records.ts';

export const readUpload = 'read patient list';

interface ConfirmedUpload {
  columns: (PatientField | null)[];
  name: string;
  replacedListId: string | null;
  includedLines: number[];
}

/** Returns the list's present id. @throws {Problem} 404 if it is not the account's; 422 for a list of the provider or another person */
async function replaceableList(
  transaction: Queryable,
  viewer: Viewer,
  accountId: string,
  id: string,
): Promise<string> {
  const list = await findPatientList(transaction, viewer, id);
  if (list.accountId !== accountId) throw notFound('There is no such patient list.');
  const { source } = await transaction
    .selectFrom('patient_lists')
    .select('source')
    .where('account_id', '=', accountId)
    .where('id', '=', list.id)
    .executeTakeFirstOrThrow();
  if (source !== 'portal')
    throw notPossible('The provider keeps this list up to date. Add yours as a new list.');
  if (!list.mayArchive)
    throw notPossible('Only the person who uploaded this list or a primary contact can replace it.');
  return list.id;
}

/** Lock the upload before; repeatable. @throws {Problem} 404 or 422 for an unusable list; 422 for wrong columns or a canceled upload */
export async function startUpload(
  transaction: Queryable,
  {
    viewer,
    upload,
    confirmed,
    at,
  }: { viewer: Viewer; upload: UploadRecord; confirmed: ConfirmedUpload; at: Date },
): Promise<void> {
  const { accountId, id, headers } = upload;
  const { columns, name } = confirmed;
  const includedLines = [...new Set(confirmed.includedLines)];
  if (upload.canceledAt) throw notPossible('This upload was canceled. Choose the file again.');
  if (upload.requestedAt) return;
  if (columns.length !== headers.length)
    throw notPossible(`This file has ${headers.length} columns. Choose the meaning of each.`);
  const problem = columnsProblem(columns);
  if (problem !== null) throw notPossible(problem);
  const replacedListId =
    confirmed.replacedListId === null
      ? null
      : await replaceableList(transaction, viewer, accountId, confirmed.replacedListId);
  const patientListId = replacedListId ?? randomUUID();
  await transaction
    .updateTable('patient_list_uploads')
    .set({
      // the person who confirms counts as the uploader
      contact_id: viewer.contactId,
      columns: columns.map((field) => field ?? ''),
      list_name: name,
      taken_back: includedLines,
      row_count: upload.rowCount + includedLines.length,
      replaced_list_id: replacedListId,
      patient_list_id: patientListId,
      requested_at: at,
      heartbeat_at: at,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  await rememberColumns(transaction, accountId, { headers, columns, at });
  await addJob(transaction, readUpload, { accountId, id }, { key: `${readUpload} ${id}` });
}

/** For a locked upload that is unchanged because of an archived list. @throws {Problem} 422 for others */
export async function addAsNewList(transaction: Queryable, upload: UploadRecord, at: Date): Promise<void> {
  const { accountId, id } = upload;
  if (!upload.finishedAt || !upload.unchanged || !upload.patientListArchived)
    throw notPossible('No archived list has these rows. Choose the file again.');
  await removeReport(transaction, upload);
  await transaction
    .updateTable('patient_list_uploads')
    .set({
      patient_list_id: randomUUID(),
      finished_at: null,
      unchanged: false,
      step: null,
      attempts: 0,
      heartbeat_at: at,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  const payload = { accountId, id, ignoresArchived: true };
  await addJob(transaction, readUpload, payload, { key: `${readUpload} ${id}` });
}
