import { consentTexts, type Export } from '@mailcall/contract/exports.ts';
import { sql } from 'kysely';
import type { Queries } from '../../platform/database.ts';
import { type ExportedList, exportedListSchema, fileNameOf } from './exported-list.ts';

/** How an export reaches its person: streamed at once, or written by a job that mails a link. */
export type ExportDelivery = 'direct' | 'mailed';

/** Milliseconds that a mailed link works: 7 days. */
export const exportLifetime = 7 * 24 * 60 * 60 * 1000;

/** An export as the record has it. */
export interface ExportRecord {
  id: string;
  contactId: string;
  requestedAt: Date;
  list: ExportedList;
  /** The accounts of the list when it was asked for. */
  accountIds: readonly string[];
  /** Calls of the list when it was asked for. */
  callCount: number;
  fileName: string;
  tries: number;
  startedAt: Date | null;
  rowsWritten: number;
  bytes: number | null;
  readyAt: Date | null;
  failedAt: Date | null;
  expiresAt: Date | null;
}

const columns = sql`id, contact_id as "contactId", requested_at as "requestedAt", asked,
  account_ids as "accountIds", call_count as "callCount", file_name as "fileName", tries,
  started_at as "startedAt", rows_written as "rowsWritten", bytes, ready_at as "readyAt", failed_at as "failedAt",
  expires_at as "expiresAt"`;

type Row = Omit<ExportRecord, 'list'> & { asked: unknown };

const readRow = ({ asked, ...row }: Row): ExportRecord => ({ ...row, list: exportedListSchema.parse(asked) });

/** Where the file of an export lies in the file store. */
export const fileKeyOf = (exportId: string) => `exports/${exportId}.xlsx`;

/** Keeps that somebody exports a list, and that they agreed to both sentences. */
export async function insertExport(
  database: Queries,
  asked: {
    contactId: string;
    way: ExportDelivery;
    list: ExportedList;
    accountIds: readonly string[];
    callCount: number;
  },
  now: Date,
): Promise<ExportRecord> {
  const { contactId, way, list, accountIds, callCount } = asked;
  const { rows } = await sql<Row>`
    insert into exports (contact_id, way, requested_at, heard_at, consent, asked, account_ids, call_count, file_name)
    values (${contactId}, ${way}, ${now}, ${now}, ${Object.values(consentTexts)}, ${JSON.stringify(list)}::jsonb,
      ${[...accountIds]}, ${callCount}, ${fileNameOf(list, now)})
    returning ${columns}`.execute(database);
  return readRow(rows[0] as Row);
}

/** An export by its id, or null. */
export async function findExport(database: Queries, id: string): Promise<ExportRecord | null> {
  const { rows } = await sql<Row>`select ${columns} from exports where id = ${id}`.execute(database);
  return rows[0] ? readRow(rows[0]) : null;
}

/** A person's export that a job writes, by its id, or null. */
export async function findMailedExport(
  database: Queries,
  contactId: string,
  id: string,
): Promise<ExportRecord | null> {
  const { rows } = await sql<Row>`
    select ${columns} from exports where id = ${id} and contact_id = ${contactId} and way = 'mailed'
  `.execute(database);
  return rows[0] ? readRow(rows[0]) : null;
}

/** A person's exports of the last 7 days that a job writes, newest first; those still to be had are listed whenever they were asked for. */
export async function listMailedExports(
  database: Queries,
  contactId: string,
  now: Date,
): Promise<ExportRecord[]> {
  const since = new Date(now.getTime() - exportLifetime);
  const { rows } = await sql<Row>`
    select ${columns} from exports where contact_id = ${contactId} and way = 'mailed'
      and (requested_at >= ${since} or expires_at > ${now})
    order by requested_at desc, id limit 50`.execute(database);
  return rows.map(readRow);
}

/** How many exports of a person are waiting or being written. */
export async function countUnfinished(database: Queries, contactId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select cast(count(*) as integer) as count from exports
    where contact_id = ${contactId} and way = 'mailed' and ready_at is null and failed_at is null
  `.execute(database);
  return rows[0]?.count ?? 0;
}

/** How far an export is, on the wire. */
export function presentExport(record: ExportRecord, now: Date): Export {
  const { id, fileName, requestedAt, callCount, rowsWritten, bytes, expiresAt } = record;
  return {
    id,
    state: stateOf(record, now),
    fileName,
    requestedAt: requestedAt.toISOString(),
    rows: callCount,
    rowsWritten,
    bytes,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

/** The state of an export that a job writes. */
export function stateOf(record: ExportRecord, now: Date): Export['state'] {
  if (record.failedAt) return 'failed';
  if (record.readyAt) return record.expiresAt && record.expiresAt > now ? 'ready' : 'expired';
  return record.startedAt ? 'writing' : 'waiting';
}
