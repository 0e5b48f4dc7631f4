import { buffer } from 'node:stream/consumers';
import {
  type Spreadsheet,
  type SpreadsheetReport,
  spreadsheetReportSchema,
  spreadsheetSchema,
} from '@mailcall/contract/provider-spreadsheets.ts';
import { type FeedFileName, feedFileNames } from '@mailcall/contract/rules/api-key-scopes.ts';
import { type TextEncoding, textEncodings } from '@mailcall/contract/rules/text-encodings.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Schema } from '../../platform/database.ts';
import type { FileStore } from '../../platform/files.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Viewer } from '../identity/index.ts';
import type { FileLayout } from '../patient-lists/index.ts';

export const spreadsheetFiles = 'spreadsheets';

/** Milliseconds. */
export const keptFor = days(7);

export interface SpreadsheetRecord {
  id: string;
  contactId: string;
  fileName: string;
  fileKey: string;
  layout: FileLayout;
  headers: string[];
  rowCount: number;
  kind: FeedFileName | null;
  columns: (string | null)[] | null;
  state: Spreadsheet['state'] | 'receiving';
  counts: Spreadsheet['counts'];
  failure: string | null;
  doneCount: number;
  attempts: number;
  createdAt: Date;
}

const countsSchema = spreadsheetSchema.shape.counts;

function recordOf(row: Selectable<Schema['spreadsheets']>): SpreadsheetRecord {
  return {
    id: row.id,
    contactId: row.contact_id,
    fileName: row.file_name,
    fileKey: row.file_key,
    layout: {
      encoding:
        textEncodings.find((encoding) => encoding === row.encoding) ?? ('utf-8' satisfies TextEncoding),
      delimiter: row.delimiter,
      headerLine: row.header_line,
    },
    headers: row.headers,
    rowCount: row.row_count,
    kind: feedFileNames.find((kind) => kind === row.kind) ?? null,
    columns: row.columns,
    state: row.state as SpreadsheetRecord['state'],
    counts: countsSchema.parse(row.counts),
    failure: row.failure,
    doneCount: row.done_count,
    attempts: row.attempts,
    createdAt: row.created_at,
  };
}

export async function findSpreadsheet(
  database: Queryable,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<SpreadsheetRecord | null> {
  const row = await database
    .selectFrom('spreadsheets')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'receiving')
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ? recordOf(row) : null;
}

/** @throws {Problem} 404 for another person's */
export async function requireSpreadsheet(
  database: Queryable,
  contactId: string,
  id: string,
  options: { lock?: boolean } = {},
): Promise<SpreadsheetRecord> {
  const record = await findSpreadsheet(database, id, options);
  if (record?.contactId !== contactId) throw notFound('There is no such spreadsheet.');
  return record;
}

export async function spreadsheetsOf(
  database: Queryable,
  contactId: string,
  limit: number,
): Promise<SpreadsheetRecord[]> {
  const rows = await database
    .selectFrom('spreadsheets')
    .selectAll()
    .where('contact_id', '=', contactId)
    .where('state', '<>', 'receiving')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(recordOf);
}

/** Waiting rows: what the viewer dropped and was not imported, whole or in part. */
export const unimportedSpreadsheets = ({ contactId }: Pick<Viewer, 'contactId'>): RawBuilder<unknown> => sql`
  select id::text as id, ''::text as account_id, heartbeat_at as since, file_name as subject, null::text as person,
    (counts->>'rejected')::int as count, failure as detail, 'spreadsheet'::text as opens, id::text as opens_id
  from spreadsheets where contact_id = ${contactId}
    and (state = 'failed' or (state = 'imported' and (counts->>'rejected')::int > 0))`;

export const presentSpreadsheet = (record: SpreadsheetRecord): Spreadsheet => ({
  id: record.id,
  fileName: record.fileName,
  createdAt: record.createdAt.toISOString(),
  keptUntil: new Date(record.createdAt.getTime() + keptFor).toISOString(),
  state: record.state === 'receiving' ? 'draft' : record.state,
  failure: record.failure,
  kind: record.kind,
  rowCount: record.rowCount,
  doneCount: Math.min(record.doneCount, record.rowCount),
  counts: record.counts,
});

const baseKey = (fileKey: string) => fileKey.replace(/\.csv$/, '');
const reportKey = (fileKey: string) => `${baseKey(fileKey)}-report.json`;
export const rejectedKey = (fileKey: string): string => `${baseKey(fileKey)}-rejected.csv`;

/** Cells of rows are only in the file store, so that they end with the file. */
const storedSchema = z.object({
  firstRows: z.array(z.array(z.string())),
  report: spreadsheetReportSchema.nullable(),
});

export async function storeReport(
  files: FileStore,
  fileKey: string,
  stored: { firstRows: string[][]; report: SpreadsheetReport | null },
): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(stored));
  await files.put(
    reportKey(fileKey),
    (async function* () {
      yield bytes;
    })(),
  );
}

/** Without the file, nothing is known of its rows. */
export async function readReport(
  files: FileStore,
  fileKey: string,
): Promise<{ firstRows: string[][]; report: SpreadsheetReport | null }> {
  const key = reportKey(fileKey);
  if (!(await files.stat(key))) return { firstRows: [], report: null };
  return storedSchema.parse(JSON.parse((await buffer(files.createReadStream(key))).toString('utf8')));
}

export const keysOf = (fileKey: string): string[] => [fileKey, reportKey(fileKey), rejectedKey(fileKey)];

/** The row stays while a file cannot be removed, so that the maintenance tries again. */
export async function removeSpreadsheetFiles(
  database: Queryable,
  files: FileStore,
  { id, fileKey }: { id: string; fileKey: string },
): Promise<void> {
  for (const key of keysOf(fileKey)) await files.remove(key);
  await database.deleteFrom('spreadsheets').where('id', '=', id).execute();
}
