import type { Call } from '@mailcall/contract/calls.ts';
import type { Resolution } from '@mailcall/contract/resolve.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { dayInZone } from '@mailcall/contract/rules/office-time.ts';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { notPossible, notValid } from '../../platform/http/problems.ts';
import type { Viewer } from '../identity/index.ts';
import { bumpAccountVersions, recomputeCalls } from '../ingest/index.ts';
import { staffName } from '../scope/index.ts';
import { logCallAccess } from './access-log.ts';
import { bookAppointments } from './book-appointments.ts';
import { addCallAction, doneBefore, resolverOf } from './call-actions.ts';
import { requireValidAppointments } from './checked-appointments.ts';
import { lockCall, type LockedCall } from './locked-call.ts';
import { noCall } from './no-call.ts';
import { findCall } from './one-call.ts';

/** The name of a member of the call's staff. */
async function staffNamed(
  transaction: QueryExecutorProvider,
  { accountId }: LockedCall,
  id: string,
): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from staff where account_id = ${accountId} and id = ${id} and not deleted
      and ${staffName('staff')} is not null`.execute(transaction);
  const [member] = rows;
  if (!member) throw notValid({ callbackHandler: 'Choose a member of the staff of the call’s office.' });
  return member.name;
}

async function requireDue(transaction: QueryExecutorProvider, call: LockedCall): Promise<void> {
  if (call.resolveDate !== null) {
    const name = await resolverOf(transaction, call);
    throw notPossible(messages.alreadyResolved(name, dayInZone(call.resolveDate, call.timeZone)));
  }
  if (!call.due) throw notPossible(messages.needsNoCallback);
}

/**
 * Resolves a call that waits for a callback, with the appointments made on the way: all of it or nothing. Of several
 * people at once one does; the others are told who. Locks the call, then its account's clock, as the import does.
 * @returns the call as it is now
 * @throws {Problem} 400 for a handler who is not of the call's staff or an appointment that the form would not take, 404, or 422 when it does not wait any more
 */
export async function resolveCall(
  database: Database,
  viewer: Viewer,
  { id, resolution, now }: { id: string; resolution: Resolution; now: Date },
): Promise<Call> {
  return database.clientTransaction(async ({ queries, client }) => {
    const call = await lockCall(queries, viewer.accountIds, id);
    const { requestId } = resolution;
    if (!(await doneBefore(queries, call, { action: 'resolved', requestId }))) {
      await requireDue(queries, call);
      requireValidAppointments(call, resolution.appointments, (place) => ['appointments', place]);
      const handler = await staffNamed(queries, call, resolution.callbackHandler);
      const version = (await bumpAccountVersions(client, [call.accountId])).get(call.accountId) as string;
      await writeOutcome(queries, call, resolution, { version, at: now });
      const by = { contactId: viewer.contactId, at: now };
      await addCallAction(queries, call, {
        ...by,
        action: 'resolved',
        details: sentenceOf(resolution, handler),
        requestId,
      });
      await bookAppointments(queries, call, resolution.appointments, { ...by, version });
      await recomputeCalls(client, { accountId: call.accountId, callIds: [call.callId], version });
    }
    await logCallAccess(queries, { viewer, action: 'resolve', ...call, at: now });
    const fresh = await findCall(queries, viewer.accountIds, id, { related: true });
    if (!fresh) throw noCall(id);
    return fresh;
  });
}

const sentenceOf = (outcome: Resolution, handler: string) =>
  `${handler} called back: ${outcome.callbackOutcomeResult}, ${outcome.callbackOutcomeOpportunityResult}. ${outcome.callbackOutcomeSummary}`;

async function writeOutcome(
  transaction: QueryExecutorProvider,
  { accountId, callId }: LockedCall,
  outcome: Resolution,
  { version, at }: { version: string; at: Date },
): Promise<void> {
  await sql`
    update calls set resolve_date = ${at}, callback_handler_id = ${outcome.callbackHandler},
      callback_outcome_result = ${outcome.callbackOutcomeResult},
      callback_outcome_opportunity_result = ${outcome.callbackOutcomeOpportunityResult},
      callback_outcome_summary = ${outcome.callbackOutcomeSummary}, v = cast(${version} as bigint)
    where account_id = ${accountId} and id = ${callId}`.execute(transaction);
}
