import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { removeAudit } from '../audits/index.ts';
import type { LocatedHousehold } from './locate-households.ts';
import type { ReadFile, RejectedRow } from './read-patients.ts';
import { inSlices, storeHouseholds } from './store-households.ts';
import { storePatients } from './store-patients.ts';
import type { UploadRecord } from './upload-records.ts';

/** Stores the rows of an upload that were rejected. */
export async function storeRejectedRows(
  transaction: Queryable,
  upload: Pick<UploadRecord, 'accountId' | 'id'>,
  rejected: readonly RejectedRow[],
): Promise<void> {
  await inSlices(rejected, (slice) =>
    sql`
      insert into rejected_patient_rows (account_id, upload_id, row_number, column_name, reason)
      select ${upload.accountId}, ${upload.id}, part.* from unnest(
        ${slice.map(({ rowNumber }) => rowNumber)}::integer[], ${slice.map(({ column }) => column)}::text[],
        ${slice.map(({ reason }) => reason)}::text[]) part
      on conflict do nothing`.execute(transaction),
  );
}

/** The account's list that has these rows already; null for none. Uploads of one account wait for each other. */
export async function listWithRows(
  transaction: Queryable,
  accountId: string,
  contentHash: Buffer,
): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`patient lists of ${accountId}`}, 0))`.execute(
    transaction,
  );
  const list = await transaction
    .selectFrom('patient_lists')
    .select('id')
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .where('deleted', '=', false)
    .orderBy('modified_at')
    .executeTakeFirst();
  return list?.id ?? null;
}

/** The list of an upload does not exist any more. */
export class ListDeleted extends Error {}

/**
 * Stores what was read as a new list, or in place of the rows of the one that it replaces.
 * @throws {ListDeleted} when the replaced list was deleted meanwhile.
 */
export async function storeUploadedList(
  transaction: Queryable,
  upload: UploadRecord,
  { file, households, at }: { file: ReadFile; households: readonly LocatedHousehold[]; at: Date },
): Promise<void> {
  const { accountId, listName, fileName, fileKey, contactId } = upload;
  const list = { accountId, id: upload.patientListId ?? '' };
  const values = {
    name: listName ?? fileName,
    file_name: fileName,
    file_key: fileKey,
    content_hash: file.contentHash,
    modified_at: at,
  };
  if (upload.replacedListId === null) {
    await transaction
      .insertInto('patient_lists')
      .values({
        account_id: accountId,
        id: list.id,
        source: 'portal',
        uploaded_at: at,
        uploaded_by_contact_id: contactId,
        ...values,
      })
      .execute();
  } else {
    const { numUpdatedRows } = await transaction
      .updateTable('patient_lists')
      .set((row) => ({ ...values, version: row('version', '+', 1), archived_at: null }))
      .where('account_id', '=', accountId)
      .where('id', '=', list.id)
      .where('deleted', '=', false)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ListDeleted();
    // patients are named by their line: the former matches would be those of other people
    await removeAudit(transaction, { accountId, patientListId: list.id });
  }
  await storePatients(transaction, list, file.patients);
  await storeHouseholds(transaction, list, households);
}
