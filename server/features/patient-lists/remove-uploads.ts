import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { removeReport } from './upload-report.ts';

/** Marked as removed; its file still exists. */
export interface MarkedUpload {
  accountId: string;
  id: string;
  key: string;
}

/** Leaves a file that cannot be removed to the maintenance. */
export const removeFile = (files: Dependencies['files'], key: string): Promise<void> =>
  files.remove(key).catch(() => {});

/**
 * Removes files of marked uploads, then their rows. A row stays while its file cannot be removed, so that the
 * maintenance tries again.
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
