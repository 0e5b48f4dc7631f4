import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { removeReport } from './upload-report.ts';

export interface MarkedUpload {
  accountId: string;
  id: string;
  key: string;
}

/** The maintenance retries a failed removal. */
export const removeFile = (files: Dependencies['files'], key: string): Promise<void> =>
  files.remove(key).catch(() => {});

/** Removes files, then rows. A row stays while its file cannot be removed, so that the maintenance tries again. */
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
