import type { TrackingLine } from '@mailcall/contract/tracking-lines.ts';
import { sql } from 'kysely';
import { anyOf } from '../../platform/sql-terms.ts';
import type { Queryable } from '../../platform/database.ts';
import { recordActivity } from '../activity/index.ts';
import type { Viewer } from '../identity/index.ts';
import { recordChanges } from '../changes/index.ts';
import { readGroupOf } from '../scope/index.ts';
import {
  presentTrackingLine,
  trackingLineColumns,
  type TrackingLineRecord,
  trackingLineTables,
  callsByLine,
} from './tracking-line-rows.ts';

/** An empty name removes the office's; only a changed feed name replaces it. @returns null if the line does not exist */
export async function renameTrackingLine(
  transaction: Queryable,
  { viewer, id, friendlyName, at }: { viewer: Viewer; id: string; friendlyName: string; at: Date },
): Promise<TrackingLine | null> {
  const name = friendlyName === '' ? null : friendlyName;
  const renamed = await transaction
    .updateTable('tracking_lines')
    .set({ friendly_name: name })
    .where('id', '=', id)
    .where('account_id', '=', anyOf(viewer.accountIds))
    .where('deleted', '=', false)
    .returning('account_id')
    .executeTakeFirst();
  if (!renamed) return null;
  const accountId = renamed.account_id;
  await recordChanges(transaction, [{ accountId, file: 'tracking-lines', rowId: id }], {
    contactId: viewer.contactId,
    at,
  });
  await recordActivity(transaction, [
    {
      accountId,
      contactId: viewer.contactId,
      action: 'rename',
      subject: { kind: 'tracking line', id },
      at,
    },
  ]);
  const { rows } = await sql<TrackingLineRecord>`
    select ${trackingLineColumns} from ${trackingLineTables(callsByLine([accountId]))}
    where lines.account_id = ${accountId} and lines.id = ${id}`.execute(transaction);
  return rows[0] ? presentTrackingLine(rows[0], await readGroupOf(transaction)) : null;
}
