import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { deskChanged } from '../changes/index.ts';
import type { ImportReport } from './import-report.ts';

const listed = 5;
const keptDays = 30;

export interface ImportRejections {
  /** '' for folders. */
  source: string;
  file: string;
  rejected: number;
  firstRejections: { line: number; column: string; reason: string }[];
  firstAt: Date;
  lastAt: Date;
}

/** A folder has whole files, so its last import counts. Requests and connections send some rows, so theirs are added up. */
export async function recordRejections(
  database: Queryable,
  source: string | null,
  { files, firstRejections }: Pick<ImportReport, 'files' | 'firstRejections'>,
  now: Date,
): Promise<void> {
  if (source === null)
    await sql`
      delete from import_rejections where source = '' and file = any(${files.map(({ file }) => file)}::text[])`.execute(
      database,
    );
  const rows = files
    .filter(({ rejected }) => rejected > 0)
    .map(({ file, rejected }) => ({
      file,
      rejected,
      first: firstRejections
        .filter((one) => one.file === file)
        .slice(0, listed)
        .map(({ line, column, reason }) => ({ line, column, reason })),
    }));
  if (rows.length === 0) return;
  await sql`
    insert into import_rejections as known (source, file, rejected, first_rejections, first_at, last_at)
    select ${source ?? ''}, file, rejected, first, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (file text, rejected int, first jsonb)
    on conflict (source, file) do update set rejected = known.rejected + excluded.rejected,
      first_rejections = excluded.first_rejections, last_at = excluded.last_at`.execute(database);
  await deskChanged(database, 'inbox', null);
}

export async function listRejections(database: Queryable): Promise<ImportRejections[]> {
  const { rows } = await sql<ImportRejections>`
    select source, file, rejected, first_rejections as "firstRejections", first_at as "firstAt", last_at as "lastAt"
    from import_rejections order by first_at, source, file limit 1000`.execute(database);
  return rows;
}

/** Of a system whose rows a person has looked at. */
export async function forgetRejections(
  database: Queryable,
  { source, file, lastAt }: Pick<ImportRejections, 'source' | 'file' | 'lastAt'>,
): Promise<void> {
  await sql`
    delete from import_rejections where source = ${source} and file = ${file} and last_at <= ${lastAt}`.execute(
    database,
  );
}

export async function cleanRejections(database: Queryable, now: Date): Promise<void> {
  await sql`
    delete from import_rejections where last_at < ${new Date(now.getTime() - days(keptDays))}`.execute(
    database,
  );
}
