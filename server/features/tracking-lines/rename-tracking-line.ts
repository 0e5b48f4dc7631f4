import type { TrackingLine } from '@mailcall/contract/tracking-lines.ts';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Viewer } from '../identity/index.ts';
import {
  presentTrackingLine,
  trackingLineColumns,
  type TrackingLineRecord,
  trackingLineTables,
} from './tracking-line-rows.ts';

/**
 * Gives a line of the viewer's accounts a name of the office's own, or takes it back with an empty one, and writes down
 * who did. Null when there is no such line. What the feed sent last is not touched, so that the feed brings its own name
 * only when it has news. Of two people the later one's name stays.
 */
export async function renameTrackingLine(
  transaction: QueryExecutorProvider,
  { viewer, id, friendlyName, at }: { viewer: Viewer; id: string; friendlyName: string; at: Date },
): Promise<TrackingLine | null> {
  const name = friendlyName === '' ? null : friendlyName;
  const renamed = await sql<{ account_id: string }>`
    update tracking_lines set friendly_name = ${name}
    where id = ${id} and account_id = any(${[...viewer.accountIds]}) and not deleted
    returning account_id`.execute(transaction);
  const accountId = renamed.rows[0]?.account_id;
  if (accountId === undefined) return null;
  await sql`
    insert into access_log (account_id, contact_id, action, subject_kind, subject_id, happened_at)
    values (${accountId}, ${viewer.contactId}, 'rename', 'tracking line', ${id}, ${at})`.execute(transaction);
  const { rows } = await sql<TrackingLineRecord>`
    select ${trackingLineColumns} from ${trackingLineTables([accountId])}
    where lines.account_id = ${accountId} and lines.id = ${id}`.execute(transaction);
  return rows[0] ? presentTrackingLine(rows[0]) : null;
}
