import type { PatientListUpload } from '@mailcall/contract/patient-list-uploads.ts';
import type { PatientField } from '@mailcall/contract/rules/patient-columns.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { lockInAccounts } from '../scope/index.ts';
import type { FileLayout } from './uploaded-file.ts';

export interface UploadRecord {
  accountId: string;
  accountName: string;
  id: string;
  contactId: string;
  fileName: string;
  fileKey: string;
  encoding: FileLayout['encoding'];
  delimiter: string;
  headerLine: number;
  includedLines: number[];
  headers: string[];
  rowCount: number;
  createdAt: Date;
  /** Null until started. '' for ignored columns. */
  columns: string[] | null;
  listName: string | null;
  replacedListId: string | null;
  requestedAt: Date | null;
  attempts: number;
  step: 'reading' | 'locating' | 'saving' | null;
  doneCount: number;
  totalCount: number;
  canceledAt: Date | null;
  failedAt: Date | null;
  failure: string | null;
  finishedAt: Date | null;
  acceptedCount: number;
  rejectedCount: number;
  emptiedCount: number;
  patientListId: string | null;
  patientListName: string | null;
  patientListArchived: boolean;
  unchanged: boolean;
}

const uploadsOf = (accountIds: readonly string[]) => sql<UploadRecord>`
  select uploads.account_id as "accountId", accounts.name as "accountName", uploads.id, contact_id as "contactId",
    uploads.file_name as "fileName", uploads.file_key as "fileKey", encoding, delimiter, header_line as "headerLine", taken_back as "includedLines", headers, row_count as "rowCount",
    created_at as "createdAt", columns, list_name as "listName", replaced_list_id as "replacedListId",
    requested_at as "requestedAt", attempts, step, done_count as "doneCount", total_count as "totalCount",
    canceled_at as "canceledAt", failed_at as "failedAt", failure, finished_at as "finishedAt",
    accepted_count as "acceptedCount", rejected_count as "rejectedCount",
    emptied_count as "emptiedCount", patient_list_id as "patientListId", lists.name as "patientListName",
    lists.archived_at is not null as "patientListArchived", unchanged
  from patient_list_uploads uploads join accounts on accounts.id = uploads.account_id
  left join patient_lists lists
    on lists.account_id = uploads.account_id and lists.id = uploads.patient_list_id and not lists.deleted
  where uploads.account_id = any(${[...accountIds]}) and uploads.removed_at is null`;

export async function findUpload(
  database: Queryable,
  accountIds: readonly string[],
  id: string,
  options: { lock?: boolean } = {},
): Promise<UploadRecord | null> {
  if (options.lock)
    await lockInAccounts(
      database,
      'patient_list_uploads',
      accountIds,
      sql`id = ${id} and removed_at is null`,
    );
  const { rows } = await sql<UploadRecord>`
    ${uploadsOf(accountIds)} and uploads.id = ${id}`.execute(database);
  return rows[0] ?? null;
}

export async function uploadsInProgress(
  database: Queryable,
  accountIds: readonly string[],
): Promise<UploadRecord[]> {
  const { rows } = await sql<UploadRecord>`
    ${uploadsOf(accountIds)} and requested_at is not null and finished_at is null and failed_at is null
      and canceled_at is null
    order by requested_at, uploads.id`.execute(database);
  return rows;
}

/** Null for ignored columns. */
export const fieldsOf = ({ columns }: Pick<UploadRecord, 'columns'>): (PatientField | null)[] =>
  (columns ?? []).map((field) => (field === '' ? null : (field as PatientField)));

function stateOf(record: UploadRecord): PatientListUpload['state'] {
  if (record.failedAt) return 'failed';
  if (record.finishedAt) return record.unchanged ? 'unchanged' : 'done';
  if (record.canceledAt) return 'canceled';
  if (!record.requestedAt) return 'draft';
  return record.step ?? 'waiting';
}

export const presentUpload = (record: UploadRecord): PatientListUpload => ({
  id: record.id,
  accountId: record.accountId,
  accountName: record.accountName,
  fileName: record.fileName,
  createdAt: record.createdAt.toISOString(),
  state: stateOf(record),
  failure: record.failure,
  rowCount: record.rowCount,
  doneCount: record.doneCount,
  totalCount: record.totalCount,
  acceptedCount: record.acceptedCount,
  rejectedCount: record.rejectedCount,
  emptiedCount: record.emptiedCount,
  patientListId: record.finishedAt ? record.patientListId : null,
  patientListName: record.finishedAt ? record.patientListName : null,
  patientListArchived: record.finishedAt !== null && record.patientListArchived,
});
