import { type QueryExecutorProvider, sql } from 'kysely';
import type { Viewer } from '../identity/index.ts';

/** What people do with a call that is written down: open its details, play its recording, resolve it, book an appointment. */
export type CallAccess = 'open' | 'play' | 'resolve' | 'book';

/** Opening and playing go on for this long at most: what continues one is a part of it. */
const maxVisitHours = 1;

/**
 * Writes down who did what with which call, and when. What cannot be written down is not answered either. What
 * `continues` the same that was written down within the last hour is not written down again.
 */
export async function logCallAccess(
  database: QueryExecutorProvider,
  entry: {
    viewer: Viewer;
    action: CallAccess;
    accountId: string;
    callId: string;
    at: Date;
    continues?: boolean;
  },
): Promise<void> {
  const startOfVisit = new Date(entry.at.getTime() - maxVisitHours * 60 * 60 * 1000);
  await sql`
    insert into access_log (account_id, contact_id, action, subject_kind, subject_id, happened_at)
    select ${entry.accountId}, ${entry.viewer.contactId}, ${entry.action}, 'call', ${entry.callId}, cast(${entry.at} as timestamptz)
    where not (cast(${entry.continues ?? false} as boolean) and exists (
      select from access_log where account_id = ${entry.accountId} and contact_id = ${entry.viewer.contactId}
        and action = ${entry.action} and subject_kind = 'call' and subject_id = ${entry.callId}
        and happened_at >= ${startOfVisit}))`.execute(database);
}
