import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { Viewer } from '../identity/index.ts';

/** The logged uses of a call: open its details, play its recording, resolve it, book an appointment. */
export type CallAccess = 'open' | 'play' | 'resolve' | 'book';

/** The maximum length of one use: opening or playing again within it counts as the same use. */
const maxVisitHours = 1;

/**
 * Logs who did what with which call, and when. A request whose use cannot be logged fails. An entry that `continues`
 * the same use, logged within the last hour, is not logged again.
 */
export async function logCallAccess(
  database: Queryable,
  entry: {
    viewer: Viewer;
    action: CallAccess;
    accountId: string;
    callId: string;
    at: Date;
    continues?: boolean;
    /** `caller` for all calls of the caller of this call at once. */
    kind?: 'call' | 'caller';
  },
): Promise<void> {
  const { kind = 'call' } = entry;
  const startOfVisit = new Date(entry.at.getTime() - maxVisitHours * 60 * 60 * 1000);
  await sql`
    insert into access_log (account_id, contact_id, action, subject_kind, subject_id, happened_at)
    select ${entry.accountId}, ${entry.viewer.contactId}, ${entry.action}, ${kind}, ${entry.callId}, cast(${entry.at} as timestamptz)
    where not (cast(${entry.continues ?? false} as boolean) and exists (
      select 1 from access_log where account_id = ${entry.accountId} and contact_id = ${entry.viewer.contactId}
        and action = ${entry.action} and subject_kind = ${kind} and subject_id = ${entry.callId}
        and happened_at >= ${startOfVisit}))`.execute(database);
}
