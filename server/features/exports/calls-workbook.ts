import { sql } from 'kysely';
import type { Queries } from '../../platform/database.ts';
import { notAllowed } from '../../platform/http/problems.ts';
import { type Sheet, type SpreadsheetRow, writeSpreadsheet } from '../../platform/spreadsheet/index.ts';
import type { CallInOfficeTime } from '../calls/index.ts';
import type { Viewer } from '../identity/index.ts';
import { type CheckedScope, checkScope } from '../scope/index.ts';
import { type AboutExport, aboutSheet } from './about-sheet.ts';
import { callColumns, rowOf } from './call-columns.ts';
import type { ExportRecord } from './export-records.ts';
import { namesInExport } from './names-in-export.ts';

/** An export whose person may have it, and all that its workbook says beside the calls. */
export interface PreparedExport {
  scope: CheckedScope;
  about: Omit<AboutExport, 'written'>;
}

/**
 * Prepares an export for the person who asked for it, as they may read now: the same accounts and the same days as
 * then, however long ago that was.
 * @throws {Problem} 403 when they may not read all of it any more.
 */
export async function prepareExport(
  database: Queries,
  viewer: Viewer | null,
  record: ExportRecord,
  when: Pick<AboutExport, 'madeAt' | 'offset'>,
): Promise<PreparedExport> {
  if (!viewer || viewer.limited) throw notAllowed();
  const { list, requestedAt } = record;
  const scope = await checkScope(
    database,
    viewer,
    { accountIds: record.accountIds, filters: list.filters },
    requestedAt,
  );
  const { rows } = await sql<{ name: string; email: string }>`
    select name, email from contacts where id = ${viewer.contactId}`.execute(database);
  if (!rows[0]) throw notAllowed();
  const words = await namesInExport(database, scope, list);
  return { scope, about: { record, person: rows[0], ...words, ...when } };
}

/**
 * The workbook of an export: the calls, then what they are.
 * @param onWritten told after each batch how many calls were written so far
 */
export function callsWorkbook(
  { about }: PreparedExport,
  batches: AsyncIterable<readonly CallInOfficeTime[]>,
  onWritten: (calls: number) => void | Promise<void> = () => {},
): AsyncGenerator<Uint8Array> {
  const columns = callColumns(about.wording);
  let written = 0;
  async function* rows(): AsyncGenerator<SpreadsheetRow[]> {
    for await (const batch of batches) {
      yield batch.map((call) => rowOf(columns, call));
      written += batch.length;
      await onWritten(written);
    }
  }
  const calls: Sheet = { name: 'Calls', columns, rows: rows() };
  return writeSpreadsheet([calls, aboutSheet({ ...about, written: () => written })]);
}
