import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { uploadedFiles } from './receive-file.ts';
import { type MarkedUpload, removeMarkedUploads } from './remove-uploads.ts';

const maxAge = days(1);

/** Removes marked uploads, and day-old ones without a list: never started, canceled, failed, unchanged or replaced. */
export async function cleanPatientListUploads(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'files'>,
): Promise<void> {
  const {
    database: { kysely },
    clock,
    files,
  } = dependencies;
  const now = clock.now();
  const before = new Date(now.getTime() - maxAge);
  // one statement, so that an upload that starts meanwhile is not marked
  await sql`
    update patient_list_uploads uploads set removed_at = ${now}
    where removed_at is null and heartbeat_at < ${before}
      and (requested_at is null or canceled_at is not null or failed_at is not null or finished_at is not null)
      and not exists (
        select 1 from patient_lists lists where lists.account_id = uploads.account_id and lists.file_key = uploads.file_key)`.execute(
    kysely,
  );
  const { rows } = await sql<MarkedUpload>`
    select account_id as "accountId", id, file_key as key from patient_list_uploads where removed_at is not null`.execute(
    kysely,
  );
  await removeMarkedUploads(dependencies, rows);
  await files.removeUnfinished(uploadedFiles, before);
}
