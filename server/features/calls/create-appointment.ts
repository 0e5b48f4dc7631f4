import type { Call } from '@mailcall/contract/calls.ts';
import type { NewAppointment } from '@mailcall/contract/resolve.ts';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import type { Viewer } from '../identity/index.ts';
import { bumpAccountVersions, recomputeCalls } from '../ingest/index.ts';
import { logCallAccess } from './access-log.ts';
import { bookAppointments } from './book-appointments.ts';
import { requireValidAppointments } from './checked-appointments.ts';
import { doneBefore } from './call-actions.ts';
import { lockCall, type LockedCall } from './locked-call.ts';
import { noCall } from './no-call.ts';
import { findCall } from './one-call.ts';

/** The id that an appointment of the portal has now: the feed may have brought it under one of its own since. */
async function presentId(
  transaction: QueryExecutorProvider,
  { accountId }: LockedCall,
  portalId: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from appointments where account_id = ${accountId} and portal_id = ${portalId} and not deleted`.execute(
    transaction,
  );
  return rows[0]?.id ?? portalId;
}

/**
 * Books an appointment on a call, outside resolving it. The same `requestId` again books nothing and gives the same id.
 * @returns the appointment's id, and the call as it is now
 * @throws {Problem} 400 for an appointment that the form would not take, 404 for a call that is not the viewer's
 */
export async function createAppointment(
  database: Database,
  viewer: Viewer,
  request: { callId: string; appointment: NewAppointment; requestId: string | undefined; now: Date },
): Promise<{ id: string; call: Call }> {
  const { callId, appointment, requestId, now } = request;
  return database.clientTransaction(async ({ queries, client }) => {
    const call = await lockCall(queries, viewer.accountIds, callId);
    const done = await doneBefore(queries, call, { action: 'appointment added', requestId });
    let id: string;
    if (done?.portalId) {
      id = await presentId(queries, call, done.portalId);
    } else {
      requireValidAppointments(call, [appointment], () => []);
      const version = (await bumpAccountVersions(client, [call.accountId])).get(call.accountId) as string;
      const by = { contactId: viewer.contactId, at: now, requestId, version };
      [id] = (await bookAppointments(queries, call, [appointment], by)) as [string];
      await recomputeCalls(client, { accountId: call.accountId, callIds: [call.callId], version });
    }
    await logCallAccess(queries, { viewer, action: 'book', ...call, at: now });
    const fresh = await findCall(queries, viewer.accountIds, callId, { related: true });
    if (!fresh) throw noCall(callId);
    return { id, call: fresh };
  });
}
