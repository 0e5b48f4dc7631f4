import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { removeAudit } from './audits/stored-audits.ts';
import { isNamedBy, recordChanges } from '../changes/index.ts';
import { logPatientListUse } from './patient-list-access.ts';
import type { LocatedHousehold } from './locate-households.ts';
import type { ReadFile } from './read-patients.ts';
import { storeHouseholds } from './store-households.ts';
import { storePatients } from './store-patients.ts';
import type { UploadRecord } from './upload-records.ts';

/** Serializes an account's uploads and locks the replaced list, whose id may have changed. @throws {ListDeleted} */
export async function lockUploadedList(transaction: Queryable, upload: UploadRecord): Promise<UploadRecord> {
  const { accountId, replacedListId } = upload;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`patient lists of ${accountId}`}, 0))`.execute(
    transaction,
  );
  if (replacedListId === null) return upload;
  const list = await transaction
    .selectFrom('patient_lists')
    .select('id')
    .where('account_id', '=', accountId)
    .where('deleted', '=', false)
    .where(isNamedBy('patient_lists', [replacedListId]))
    .forUpdate()
    .executeTakeFirst();
  if (!list) throw new ListDeleted();
  return { ...upload, replacedListId: list.id, patientListId: list.id };
}

/** The list to replace; for a new list, any list of the account with the same rows, archived ones last. */
export async function listWithRows(
  transaction: Queryable,
  { accountId, replacedListId }: Pick<UploadRecord, 'accountId' | 'replacedListId'>,
  contentHash: Buffer,
  { ignoresArchived }: { ignoresArchived: boolean },
): Promise<string | null> {
  const lists = transaction
    .selectFrom('patient_lists')
    .select(['id', 'content_hash'])
    .where('account_id', '=', accountId)
    .where('deleted', '=', false);
  if (replacedListId !== null) {
    const replaced = await lists.where('id', '=', replacedListId).executeTakeFirst();
    return replaced?.content_hash?.equals(contentHash) ? replaced.id : null;
  }
  const list = await lists
    .where('content_hash', '=', contentHash)
    .$if(ignoresArchived, (query) => query.where('archived_at', 'is', null))
    .orderBy(sql`archived_at is not null`)
    .orderBy('modified_at')
    .executeTakeFirst();
  return list?.id ?? null;
}

export class ListDeleted extends Error {}

/** Creates a list or replaces the rows of one that the caller has locked; logs who did it. */
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
        portal_id: list.id,
        uploaded_at: at,
        uploaded_by_contact_id: contactId,
        ...values,
      })
      .execute();
  } else {
    await transaction
      .updateTable('patient_lists')
      .set((row) => ({ ...values, version: row('version', '+', 1) }))
      .where('account_id', '=', accountId)
      .where('id', '=', list.id)
      .execute();
    // patients are identified by line: old matches would belong to others
    await removeAudit(transaction, { accountId, patientListId: list.id });
  }
  await storePatients(transaction, list, file.patients);
  await storeHouseholds(transaction, list, households);
  const isNew = upload.replacedListId === null;
  await recordChanges(
    transaction,
    [{ accountId, file: 'patient-lists', rowId: list.id, action: isNew ? 'added' : 'changed' }],
    { contactId, at },
  );
  const action = isNew ? 'upload' : 'replace';
  await logPatientListUse(transaction, { contactId, action, list, at });
}
