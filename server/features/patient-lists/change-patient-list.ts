import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';
import { removeAudit } from './audits/stored-audits.ts';
import type { Viewer } from '../identity/index.ts';
import { recordChanges } from '../changes/index.ts';
import { findPatientList, logPatientListUse } from './patient-list-access.ts';
import { type MarkedUpload, removeMarkedUploads } from './remove-uploads.ts';
import { removeReport } from './upload-report.ts';

type ChangeDependencies = Pick<Dependencies, 'database' | 'clock' | 'files'>;

/** @throws {Problem} 404 for a list that the viewer may not see; 422 for one that another person uploaded */
export async function archivePatientList(
  { database, clock }: ChangeDependencies,
  viewer: Viewer,
  { id, archived }: { id: string; archived: boolean },
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (transaction) => {
    const list = await findPatientList(transaction, viewer, id, { lock: true });
    if (!list.mayArchive)
      throw notPossible('Only the person who uploaded this list or a primary contact can archive it.');
    const { numUpdatedRows } = await transaction
      .updateTable('patient_lists')
      .set({ archived_at: archived ? now : null })
      .where('account_id', '=', list.accountId)
      .where('id', '=', list.id)
      .where('archived_at', archived ? 'is' : 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const action = archived ? 'archive' : 'restore';
    await recordChanges(transaction, [{ accountId: list.accountId, file: 'patient-lists', rowId: list.id }], {
      contactId: viewer.contactId,
      at: now,
    });
    await logPatientListUse(transaction, { contactId: viewer.contactId, action, list, at: now });
  });
}

/** Call in the transaction that marks the list as deleted. */
export async function removePatients(
  transaction: Queryable,
  { accountId, id }: { accountId: string; id: string },
): Promise<void> {
  const ofList = sql`account_id = ${accountId} and patient_list_id = ${id}`;
  await sql`delete from patients where ${ofList}`.execute(transaction);
  await sql`delete from patient_households where ${ofList}`.execute(transaction);
  await sql`
    update patient_lists set version = version + 1, prepared_version = version + 1, patient_count = 0, household_count = 0,
      production_cents = 0, invalid_address_count = 0, from_date = null, to_date = null
    where account_id = ${accountId} and id = ${id}`.execute(transaction);
  await removeAudit(transaction, { accountId, patientListId: id });
}

/** A tombstone keeps the feed from restoring the list. @throws {Problem} 404 if not visible; 422 unless a primary contact */
export async function deletePatientList(
  dependencies: ChangeDependencies,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const { database, clock } = dependencies;
  const uploads = await database.transaction(async (transaction) => {
    const list = await findPatientList(transaction, viewer, id, { lock: true });
    if (!list.mayDelete) throw notPossible('Only a primary contact can delete this list.');
    const ofList = sql`account_id = ${list.accountId} and patient_list_id = ${list.id}`;
    // an upload's job fails when it finds the list deleted
    const { rows } = await sql<MarkedUpload>`
      update patient_list_uploads set removed_at = ${clock.now()}
      where ${ofList} and (finished_at is not null or failed_at is not null or canceled_at is not null)
      returning account_id as "accountId", id, file_key as key`.execute(transaction);
    for (const upload of rows) await removeReport(transaction, upload);
    // no token may open a deleted list; the log keeps who exported it
    await sql`
      update patient_list_exports set expires_at = requested_at where ${ofList}`.execute(transaction);
    await sql`
      update patient_lists set deleted = true, name = '', file_name = null, file_key = null, content_hash = null
      where account_id = ${list.accountId} and id = ${list.id}`.execute(transaction);
    await removePatients(transaction, list);
    await recordChanges(
      transaction,
      [{ accountId: list.accountId, file: 'patient-lists', rowId: list.id, action: 'removed' }],
      { contactId: viewer.contactId, at: clock.now() },
    );
    await logPatientListUse(transaction, {
      contactId: viewer.contactId,
      action: 'delete',
      list,
      at: clock.now(),
    });
    return rows;
  });
  await removeMarkedUploads(dependencies, uploads).catch(() => {});
}
