import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { uploadedFiles } from './serve-uploads.ts';

/** Milliseconds after which an upload that is in no list is removed: a day. */
const maxAge = 24 * 60 * 60 * 1000;

/**
 * Removes the files and rejected rows of uploads that are a day old and in no list: never started, canceled, failed, unchanged,
 * or replaced by a later file; part of the maintenance.
 */
export async function cleanPatientListUploads({
  database: { kysely },
  clock,
  files,
}: Pick<Dependencies, 'database' | 'clock' | 'files'>): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - maxAge);
  const { rows } = await sql<{ account_id: string; id: string; file_key: string }>`
    select account_id, id, file_key from patient_list_uploads uploads
    where removed_at is null and heartbeat_at < ${before}
      and (requested_at is null or canceled_at is not null or failed_at is not null or finished_at is not null)
      and not exists (
        select from patient_lists lists where lists.account_id = uploads.account_id and lists.file_key = uploads.file_key)`.execute(
    kysely,
  );
  for (const { account_id, id, file_key } of rows) {
    await files.remove(file_key);
    await sql`delete from rejected_patient_rows where account_id = ${account_id} and upload_id = ${id}`.execute(
      kysely,
    );
    await sql`
      update patient_list_uploads set removed_at = ${now} where account_id = ${account_id} and id = ${id}`.execute(
      kysely,
    );
  }
  await files.removeUnfinished(uploadedFiles, before);
}
