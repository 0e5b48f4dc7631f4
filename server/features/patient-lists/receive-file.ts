import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { guessColumns } from '@mailcall/contract/rules/patient-columns.ts';
import type { TextEncoding } from '@mailcall/contract/rules/text-encodings.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';
import { logPatientListUse } from './patient-list-access.ts';
import { rememberedColumnsOf } from './remembered-columns.ts';
import { type MarkedUpload, removeMarkedUploads } from './remove-uploads.ts';
import type { UploadRecord } from './upload-records.ts';
import {
  type FileOverview,
  type GuessColumns,
  mixedLinesOf,
  openUploadedFile,
  overviewOf,
  sheetOfList,
  storeUploadedFile,
} from './uploaded-file.ts';

export const uploadedFiles = 'patient-lists';

const maxUnfinished = 5;

interface SentFile {
  accountId: string;
  contactId: string;
  fileName: string;
  body: Readable;
}

/** Marks the account's oldest drafts as removed and returns them. @throws {Problem} 422 if too many files are being read */
async function makeRoom(transaction: Queryable, accountId: string, now: Date): Promise<MarkedUpload[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`patient list uploads of ${accountId}`}, 0))`.execute(
    transaction,
  );
  const { rows: unfinished } = await sql<MarkedUpload & { started: boolean }>`
    select account_id as "accountId", id, file_key as key, requested_at is not null as started
    from patient_list_uploads
    where account_id = ${accountId} and removed_at is null and finished_at is null and failed_at is null
      and canceled_at is null
    order by created_at, id
    for update`.execute(transaction);
  const drafts = unfinished.filter(({ started }) => !started);
  const surplus = unfinished.length + 1 - maxUnfinished;
  if (surplus > drafts.length)
    throw notPossible('Five files are still being read. Upload this one when one of them is done.');
  const removed = drafts.slice(0, Math.max(0, surplus));
  await sql`
    update patient_list_uploads set removed_at = ${now}
    where account_id = ${accountId} and id = any(${removed.map(({ id }) => id)}::uuid[])`.execute(
    transaction,
  );
  return removed;
}

const layoutColumns = ({ layout, headers, rowCount }: FileOverview) => ({
  encoding: layout.encoding,
  delimiter: layout.delimiter,
  header_line: layout.headerLine,
  headers,
  row_count: rowCount,
});

/** The draft's row outlives the file, so that maintenance finds it. @throws {Problem} 413 if too large; 422 if no list or too many reads */
export async function receiveFile(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'files'>,
  { accountId, contactId, fileName, body }: SentFile,
): Promise<{ id: string } & FileOverview> {
  const { database, clock, files } = dependencies;
  const id = randomUUID();
  const key = `${uploadedFiles}/${id}.csv`;
  const now = clock.now();
  const upload = { account_id: accountId, id, contact_id: contactId, file_name: fileName, file_key: key };
  const removed = await database.transaction(async (transaction) => {
    const drafts = await makeRoom(transaction, accountId, now);
    const empty = { bytes: 0, encoding: 'utf-8' as const, headers: [], row_count: 0 };
    await transaction
      .insertInto('patient_list_uploads')
      .values({ ...upload, ...empty, created_at: now, heartbeat_at: now })
      .execute();
    return drafts;
  });
  try {
    await removeMarkedUploads(dependencies, removed);
    const remembered = await rememberedColumnsOf(database.kysely, accountId);
    const guess: GuessColumns = (headers) => guessColumns(headers, remembered);
    const opened = await openUploadedFile(body);
    const content = opened.sheets ? Readable.from([await sheetOfList(opened.sheets, guess)]) : opened.body;
    const { bytes, ...stored } = await storeUploadedFile(files, key, content);
    const overview = await overviewOf(files, key, { ...stored, guess });
    await database.transaction(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('patient_list_uploads')
        .set({ bytes, ...layoutColumns(overview) })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n)
        throw notPossible('Too many files were sent at once. Choose the file again.');
      await logPatientListUse(transaction, {
        contactId,
        action: 'upload',
        list: { accountId, id },
        subject: 'patient list upload',
        at: clock.now(),
      });
    });
    return { id, ...overview };
  } catch (error) {
    await removeMarkedUploads(dependencies, [{ accountId, id, key }]);
    throw error;
  }
}

/** `headerLine` null finds the header. @throws {Problem} 422 if the upload was started or canceled, or the file is then no list */
export async function readAgain(
  { database, clock, files }: Pick<Dependencies, 'database' | 'clock' | 'files'>,
  upload: UploadRecord,
  {
    contactId,
    encoding,
    headerLine,
  }: { contactId: string; encoding: TextEncoding; headerLine: number | null },
): Promise<FileOverview> {
  const { accountId, id, fileKey } = upload;
  const tooLate = () => notPossible('This upload was started or canceled. Choose the file again.');
  if (upload.requestedAt || upload.canceledAt) throw tooLate();
  if (!(await files.stat(fileKey)))
    throw notPossible('The file of this upload is no longer kept. Choose the file again.');
  const remembered = await rememberedColumnsOf(database.kysely, accountId);
  const overview = await overviewOf(files, fileKey, {
    encoding,
    mixedLines: await mixedLinesOf(files, fileKey, encoding),
    guess: (headers) => guessColumns(headers, remembered),
    headerLine,
  });
  await database.transaction(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('patient_list_uploads')
      .set(layoutColumns(overview))
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('requested_at', 'is', null)
      .where('canceled_at', 'is', null)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw tooLate();
    await logPatientListUse(transaction, {
      contactId,
      action: 'open',
      list: { accountId, id },
      subject: 'patient list upload',
      at: clock.now(),
      continues: true,
    });
  });
  return overview;
}
