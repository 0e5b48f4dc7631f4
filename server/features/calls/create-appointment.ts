import type { Call } from '@mailcall/contract/calls.ts';
import type { NewAppointment } from '@mailcall/contract/resolve.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Viewer } from '../identity/index.ts';
import { bumpAccountVersions } from '../changes/index.ts';
import { recomputeCalls } from './recompute-calls.ts';
import { logCallAccess } from './access-log.ts';
import { bookAppointments } from './book-appointments.ts';
import { requireValidAppointments } from './checked-appointments.ts';
import { doneBefore } from './call-actions.ts';
import { lockCall, type LockedCall, noCall } from './locked-call.ts';
import { findCall } from './one-call.ts';

/** The feed may have given an appointment of the portal an id of its own. */
async function presentId(
  transaction: Queryable,
  { accountId }: LockedCall,
  portalId: string,
): Promise<string> {
  const appointment = await transaction
    .selectFrom('appointments')
    .select('id')
    .where('account_id', '=', accountId)
    .where('portal_id', '=', portalId)
    .where('deleted', '=', false)
    .executeTakeFirst();
  return appointment?.id ?? portalId;
}

/** A repeated `requestId` books nothing and gives the same id. @throws {Problem} 400 for an invalid appointment, 404 for another's call */
export async function createAppointment(
  database: Database,
  viewer: Viewer,
  request: { callId: string; appointment: NewAppointment; requestId: string | undefined; now: Date },
): Promise<{ id: string; call: Call }> {
  const { callId, appointment, requestId, now } = request;
  return database.transaction(async (transaction) => {
    const call = await lockCall(transaction, viewer.accountIds, callId);
    const done = await doneBefore(transaction, call, { action: 'appointment added', requestId });
    let id: string;
    if (done?.portalId) {
      id = await presentId(transaction, call, done.portalId);
    } else {
      requireValidAppointments(call, [appointment], () => []);
      const version = (await bumpAccountVersions(transaction, [call.accountId])).get(
        call.accountId,
      ) as string;
      const by = { contactId: viewer.contactId, at: now, requestId, version };
      [id] = (await bookAppointments(transaction, call, [appointment], by)) as [string];
      await recomputeCalls(transaction, { accountId: call.accountId, callIds: [call.callId], version });
      await logCallAccess(transaction, { viewer, action: 'book', ...call, at: now });
    }
    const fresh = await findCall(transaction, viewer.accountIds, callId, { related: true });
    if (!fresh) throw noCall(callId);
    return { id, call: fresh };
  });
}
