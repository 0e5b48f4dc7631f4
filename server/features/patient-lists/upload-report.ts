import type { ReportedRow } from '@mailcall/contract/patient-list-uploads.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { csvRow, utf8Mark } from '../../platform/write-csv.ts';
import { inSlices } from './store-households.ts';
import type { UploadRecord } from './upload-records.ts';

export interface RejectedRow {
  rowNumber: number;
  column: string | null;
  text: string | null;
  reason: string;
}

export interface UnreadableCell {
  rowNumber: number;
  columnIndex: number;
  column: string;
  text: string;
  reason: string;
}

/** Per upload; further ones are only counted. */
export const maxStoredCells = 100_000;

export interface UploadReport {
  rejected: readonly RejectedRow[];
  emptied: readonly UnreadableCell[];
}

type UploadId = Pick<UploadRecord, 'accountId' | 'id'>;

export async function storeReport(
  transaction: Queryable,
  { accountId, id }: UploadId,
  { rejected, emptied }: UploadReport,
): Promise<void> {
  await inSlices(rejected, (slice) =>
    sql`
      insert into rejected_patient_rows (account_id, upload_id, row_number, column_name, cell_text, reason)
      select ${accountId}, ${id}, part.* from unnest(
        ${slice.map(({ rowNumber }) => rowNumber)}::integer[], ${slice.map(({ column }) => column)}::text[],
        ${slice.map(({ text }) => text)}::text[], ${slice.map(({ reason }) => reason)}::text[]) part`.execute(
      transaction,
    ),
  );
  await inSlices(emptied, (slice) =>
    sql`
      insert into emptied_patient_cells (account_id, upload_id, row_number, column_index, column_name, cell_text, reason)
      select ${accountId}, ${id}, part.* from unnest(
        ${slice.map(({ rowNumber }) => rowNumber)}::integer[],
        ${slice.map(({ columnIndex }) => columnIndex)}::integer[], ${slice.map(({ column }) => column)}::text[],
        ${slice.map(({ text }) => text)}::text[], ${slice.map(({ reason }) => reason)}::text[]) part`.execute(
      transaction,
    ),
  );
}

export async function removeReport(database: Queryable, { accountId, id }: UploadId): Promise<void> {
  for (const table of ['rejected_patient_rows', 'emptied_patient_cells'] as const)
    await database
      .deleteFrom(table)
      .where('account_id', '=', accountId)
      .where('upload_id', '=', id)
      .execute();
}

export const rejectedRowsOf = (database: Queryable, { accountId, id }: UploadId, limit: number) =>
  database
    .selectFrom('rejected_patient_rows')
    .select(['row_number as row', 'column_name as column', 'cell_text as text', 'reason'])
    .where('account_id', '=', accountId)
    .where('upload_id', '=', id)
    .orderBy('row_number')
    .limit(limit)
    .execute();

export const emptiedCellsOf = (database: Queryable, { accountId, id }: UploadId, limit: number) =>
  database
    .selectFrom('emptied_patient_cells')
    .select(['row_number as row', 'column_name as column', 'cell_text as text', 'reason'])
    .where('account_id', '=', accountId)
    .where('upload_id', '=', id)
    .orderBy('row_number')
    .orderBy('column_index')
    .limit(limit)
    .execute();

export async function reportFile(database: Queryable, upload: UploadId): Promise<string> {
  const line = (result: string) => (item: ReportedRow) => ({
    row: item.row,
    text: csvRow([item.row, item.column, item.text, item.reason, result]),
  });
  const lines = [
    ...(await rejectedRowsOf(database, upload, maxStoredCells)).map(line('Row left out')),
    ...(await emptiedCellsOf(database, upload, maxStoredCells)).map(line('Cell left empty')),
  ].sort((one, other) => one.row - other.row);
  const header = csvRow(['Row', 'Column', 'Cell', 'Reason', 'Result']);
  return `${utf8Mark}${header}${lines.map(({ text }) => text).join('')}`;
}
