import { consentTexts, type Export } from '@mailcall/contract/exports.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import type { Selection, Updateable } from 'kysely';
import type { Queryable, Schema } from '../../platform/database.ts';
import { type Activity, recordActivity } from '../activity/index.ts';
import { type ExportedList, exportedListSchema, fileNameOf } from './exported-list.ts';

export type ExportDelivery = 'direct' | 'mailed';

/** Milliseconds that the link of a mailed export works. */
export const exportLifetime = days(7);

const columns = [
  'id',
  'contact_id as contactId',
  'requested_at as requestedAt',
  'request',
  'account_ids as accountIds',
  'call_count as callCount',
  'file_name as fileName',
  'attempts',
  'started_at as startedAt',
  'rows_written as rowsWritten',
  'bytes',
  'ready_at as readyAt',
  'failed_at as failedAt',
  'expires_at as expiresAt',
  'removed_at as removedAt',
] as const;

type Row = Selection<Schema, 'exports', (typeof columns)[number]>;

/** Accounts and number of calls are those at the time of the request. */
export interface ExportRecord extends Omit<Row, 'request'> {
  list: ExportedList;
}

const readRow = ({ request, ...row }: Row): ExportRecord => ({
  ...row,
  list: exportedListSchema.parse(request),
});

export const fileKeyOf = (exportId: string): string => `exports/${exportId}.xlsx`;

/** Includes the two consent texts that the person agreed to. */
export async function insertExport(
  database: Queryable,
  requested: {
    contactId: string;
    delivery: ExportDelivery;
    list: ExportedList;
    accountIds: readonly string[];
    callCount: number;
    dayZones: readonly string[];
  },
  now: Date,
): Promise<ExportRecord> {
  const { contactId, delivery, list, accountIds, callCount, dayZones } = requested;
  const row = await database
    .insertInto('exports')
    .values({
      contact_id: contactId,
      delivery,
      requested_at: now,
      heartbeat_at: now,
      consent: Object.values(consentTexts),
      request: JSON.stringify(list),
      account_ids: [...accountIds],
      call_count: callCount,
      file_name: fileNameOf(list, now, dayZones),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  await recordActivity(database, activityOf({ ...row, contactId }, 'export', now));
  return readRow(row);
}

export const activityOf = (
  { id, contactId, accountIds }: Pick<ExportRecord, 'id' | 'contactId' | 'accountIds'>,
  action: 'export' | 'download',
  at: Date,
): Activity[] =>
  accountIds.map((accountId) => ({ accountId, contactId, action, subject: { kind: 'calls', id }, at }));

export async function findExport(database: Queryable, id: string): Promise<ExportRecord | null> {
  const row = await database.selectFrom('exports').select(columns).where('id', '=', id).executeTakeFirst();
  return row ? readRow(row) : null;
}

const mailedExportsOf = (database: Queryable, contactId: string) =>
  database.selectFrom('exports').where('contact_id', '=', contactId).where('delivery', '=', 'mailed');

export async function findMailedExport(
  database: Queryable,
  contactId: string,
  id: string,
): Promise<ExportRecord | null> {
  const row = await mailedExportsOf(database, contactId)
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? readRow(row) : null;
}

/** Newest first: all of the last 7 days, and older ones whose files still exist. */
export async function listMailedExports(
  database: Queryable,
  contactId: string,
  now: Date,
): Promise<ExportRecord[]> {
  const since = new Date(now.getTime() - exportLifetime);
  const rows = await mailedExportsOf(database, contactId)
    .select(columns)
    .where((row) => row.or([row('requested_at', '>=', since), row('expires_at', '>', now)]))
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(50)
    .execute();
  return rows.map(readRow);
}

export async function countUnfinished(database: Queryable, contactId: string): Promise<number> {
  const { count } = await mailedExportsOf(database, contactId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ready_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

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

export function stateOf(record: ExportRecord, now: Date): Export['state'] {
  // an erasure sets both
  if (record.failedAt) return record.expiresAt ? 'expired' : 'failed';
  if (record.readyAt) return record.expiresAt && record.expiresAt > now ? 'ready' : 'expired';
  return record.startedAt ? 'writing' : 'waiting';
}

/** Several processes may write the same export. @returns the id of the contact who requested it; undefined if it had ended before */
export async function endExport(
  transaction: Queryable,
  id: string,
  ended: Updateable<Schema['exports']>,
): Promise<{ contact_id: string } | undefined> {
  return transaction
    .updateTable('exports')
    .set(ended)
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .where('failed_at', 'is', null)
    .returning('contact_id')
    .executeTakeFirst();
}
