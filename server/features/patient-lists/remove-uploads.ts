import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { removeReport } from './upload-report.ts';

/** An upload that is marked as removed and whose file is still to be removed. */
export interface MarkedUpload {
  accountId: string;
  id: string;
  key: string;
}

/** Removes the file of an upload that came to nothing; the maintenance removes it if it cannot be removed now. */
export const removeFile = (files: Dependencies['files'], key: string): Promise<void> =>
  files.remove(key).catch(() => {});

/**
 * Removes the files of uploads that are marked as removed, then their rows. The rows stay while a file cannot be removed, so
 * that the maintenance tries again.
 */
export async function removeMarkedUploads(
  { database: { kysely }, files }: Pick<Dependencies, 'database' | 'files'>,
  uploads: readonly MarkedUpload[],
): Promise<void> {
  for (const { accountId, id, key } of uploads) {
    await files.remove(key);
    await removeReport(kysely, { accountId, id });
    await sql`delete from patient_list_uploads where account_id = ${accountId} and id = ${id}`.execute(
      kysely,
    );
  }
}
