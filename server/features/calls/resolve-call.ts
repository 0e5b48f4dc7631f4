import type { Call } from '@mailcall/contract/calls.ts';
import type { Resolution } from '@mailcall/contract/resolve.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { dayInZone } from '@mailcall/contract/time/date-format.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { notPossible, notValid } from '../../platform/http/problems.ts';
import type { Viewer } from '../identity/index.ts';
import { bumpAccountVersions, recordChanges } from '../changes/index.ts';
import { recomputeCalls } from './recompute-calls.ts';
import { staffName } from '../scope/index.ts';
import { logCallAccess } from './access-log.ts';
import { bookAppointments } from './book-appointments.ts';
import { addCallAction, doneBefore, resolverOf } from './call-actions.ts';
import { requireValidAppointments } from './checked-appointments.ts';
import { lockCall, type LockedCall, noCall } from './locked-call.ts';
import { findCall } from './one-call.ts';

/** @throws {Problem} 400 if the id is not one of the call's staff */
async function staffNamed(transaction: Queryable, { accountId }: LockedCall, id: string): Promise<string> {
  const member = await transaction
    .selectFrom('staff')
    .select('name')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('deleted', '=', false)
    .where(staffName('staff'), 'is not', null)
    .executeTakeFirst();
  if (!member) throw notValid({ callbackHandler: 'Choose a member of the staff of the call’s office.' });
  return member.name;
}

async function requireDue(transaction: Queryable, call: LockedCall): Promise<void> {
  if (call.resolveDate !== null) {
    const name = await resolverOf(transaction, call);
    throw notPossible(messages.alreadyResolved(name, dayInZone(call.resolveDate, call.timeZone)));
  }
  if (!call.due) throw notPossible(messages.needsNoCallback);
}

/** Needs locked calls; then locks the account's version. Books on the last call. @throws {Problem} as {@link resolveCall}, for any call */
export async function resolveLockedCalls(
  transaction: Queryable,
  calls: readonly LockedCall[],
  options: {
    resolution: Resolution;
    contactId: string;
    now: Date;
    requestId?: string | undefined;
  },
): Promise<void> {
  const { resolution, contactId, now, requestId } = options;
  const last = calls.toSorted((one, other) => Number(one.callDateTime) - Number(other.callDateTime)).at(-1);
  if (!last) return;
  const { accountId } = last;
  for (const call of calls) await requireDue(transaction, call);
  requireValidAppointments(last, resolution.appointments, (place) => ['appointments', place]);
  const handler = await staffNamed(transaction, last, resolution.callbackHandler);
  const version = (await bumpAccountVersions(transaction, [accountId])).get(accountId) as string;
  const by = { contactId, at: now };
  for (const call of calls) {
    await writeOutcome(transaction, call, resolution, { version, at: now });
    await recordChanges(transaction, [{ accountId, file: 'calls', rowId: call.callId }], by);
    const details = sentenceOf(resolution, handler);
    await addCallAction(transaction, call, { ...by, action: 'resolved', details, requestId });
  }
  await bookAppointments(transaction, last, resolution.appointments, { ...by, version });
  await recomputeCalls(transaction, { accountId, callIds: calls.map(({ callId }) => callId), version });
}

/** Locks the call, then its account's version. @throws {Problem} 400 for a wrong handler or appointment, 404, 422 naming a faster person */
export async function resolveCall(
  database: Database,
  viewer: Viewer,
  { id, resolution, now }: { id: string; resolution: Resolution; now: Date },
): Promise<Call> {
  return database.transaction(async (transaction) => {
    const call = await lockCall(transaction, viewer.accountIds, id);
    const { requestId } = resolution;
    if (!(await doneBefore(transaction, call, { action: 'resolved', requestId }))) {
      await resolveLockedCalls(transaction, [call], {
        resolution,
        contactId: viewer.contactId,
        now,
        requestId,
      });
      await logCallAccess(transaction, { viewer, action: 'resolve', ...call, at: now });
    }
    const fresh = await findCall(transaction, viewer.accountIds, id, { related: true });
    if (!fresh) throw noCall(id);
    return fresh;
  });
}

const sentenceOf = (outcome: Resolution, handler: string) =>
  `${handler} called back: ${outcome.callbackOutcomeResult}, ${outcome.callbackOutcomeOpportunityResult}. ${outcome.callbackOutcomeSummary}`;

async function writeOutcome(
  transaction: Queryable,
  { accountId, callId }: LockedCall,
  outcome: Resolution,
  { version, at }: { version: string; at: Date },
): Promise<void> {
  await transaction
    .updateTable('calls')
    .set((eb) => ({
      resolve_date: at,
      callback_handler_id: outcome.callbackHandler,
      callback_outcome_result: outcome.callbackOutcomeResult,
      callback_outcome_opportunity_result: outcome.callbackOutcomeOpportunityResult,
      callback_outcome_summary: outcome.callbackOutcomeSummary,
      version: eb.cast<number>(eb.val(version), 'bigint'),
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', callId)
    .execute();
}
