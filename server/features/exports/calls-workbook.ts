import type { Queryable } from '../../platform/database.ts';
import { notAllowed } from '../../platform/http/problems.ts';
import { type Sheet, type SpreadsheetRow, writeSpreadsheet } from '../../platform/spreadsheet/index.ts';
import type { CallInOfficeTime } from '../calls/index.ts';
import type { Viewer } from '../identity/index.ts';
import { type CheckedScope, checkScope, type ScopeTime } from '../scope/index.ts';
import { type AboutExport, aboutSheet } from './about-sheet.ts';
import { callColumns, rowOf } from './call-columns.ts';
import type { ExportRecord } from './export-records.ts';
import { namesInExport } from './names-in-export.ts';

export interface PreparedExport {
  scope: CheckedScope;
  about: Omit<AboutExport, 'written'>;
}

/** Applies the person's present access, however old the request is. @throws {Problem} 403 unless all of it is readable */
export async function prepareExport(
  database: Queryable,
  viewer: Viewer | null,
  record: ExportRecord,
  { dayMode, ...when }: Pick<AboutExport, 'madeAt' | 'offset'> & Pick<ScopeTime, 'dayMode'>,
): Promise<PreparedExport> {
  if (!viewer || viewer.limited) throw notAllowed();
  const { list, requestedAt } = record;
  const scope = await checkScope(
    database,
    viewer,
    { accountIds: record.accountIds, filters: list.filters },
    { now: requestedAt, dayMode },
  );
  const person = await database
    .selectFrom('contacts')
    .select(['name', 'email'])
    .where('id', '=', viewer.contactId)
    .executeTakeFirstOrThrow(() => notAllowed());
  const namesAndWording = await namesInExport(database, viewer, { scope, list });
  return { scope, about: { record, person, ...namesAndWording, dayMode, ...when } };
}

/** @param onWritten called after each batch with the number of calls written so far */
export function callsWorkbook(
  { about }: PreparedExport,
  batches: AsyncIterable<readonly CallInOfficeTime[]>,
  onWritten: (calls: number) => void | Promise<void> = () => {},
): AsyncGenerator<Uint8Array> {
  const columns = callColumns(about.wording, about.names);
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
