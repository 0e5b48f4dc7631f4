import type { CallAction, callActionKinds } from '@mailcall/contract/resolve.ts';
import { attemptKinds, closingKinds } from '@mailcall/contract/rules/callbacks.ts';
import { scoreFieldOf, type ScoreFieldName } from '@mailcall/contract/rules/score-fields.ts';
import { dateAndTimeInZone } from '@mailcall/contract/time/office-time.ts';
import { removedPerson } from '@mailcall/contract/rules/activity.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notValid } from '../../platform/http/problems.ts';
import { recordChanges } from '../changes/index.ts';
import { callTerms } from '../figures/index.ts';
import type { Viewer } from '../identity/index.ts';
import { callbackIsAbout } from './call-row.ts';
import type { LockedCall } from './locked-call.ts';

type CallActionKind = (typeof callActionKinds)[number];

export interface NewCallAction {
  action: CallActionKind;
  contactId: string;
  at: Date;
  details: string;
  portalId?: string;
  requestId?: string | undefined;
  /** Name that offices see instead of the person's. */
  shownAs?: string | undefined;
}

const usedElsewhere = () => notValid({ requestId: 'This was used for another request.' });

/** @throws {Problem} 400 if the request's id has meanwhile been used for another call of the account. */
export async function addCallAction(
  transaction: Queryable,
  call: Pick<LockedCall, 'accountId' | 'callId'>,
  { action, contactId, at, details, portalId, requestId, shownAs }: NewCallAction,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into call_actions (account_id, call_id, action, contact_id, contact_name, happened_at, details, portal_id, request_id)
    select ${call.accountId}, ${call.callId}, ${action}, contacts.id, coalesce(${shownAs ?? null}::text, contacts.name), cast(${at} as timestamptz), ${details},
      ${portalId ?? null}, cast(${requestId ?? null} as uuid)
    from contacts where contacts.id = ${contactId}
    on conflict (account_id, request_id) where request_id is not null do nothing
    returning id`.execute(transaction);
  const [added] = rows;
  if (!added) throw usedElsewhere();
  await recordChanges(
    transaction,
    [{ accountId: call.accountId, file: 'call-actions', rowId: added.id, action: 'added' }],
    { contactId, at },
  );
}

/** First id that this request added; null for a new one. Lock the call before. @throws {Problem} 400 for an id of another request */
export async function doneBefore(
  transaction: Queryable,
  call: Pick<LockedCall, 'accountId' | 'callId'>,
  { action, requestId }: { action: CallActionKind; requestId: string | undefined },
): Promise<{ portalId: string | null } | null> {
  if (requestId === undefined) return null;
  const done = await transaction
    .selectFrom('call_actions')
    .select(['call_id', 'action', 'portal_id'])
    .where('account_id', '=', call.accountId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  if (!done) return null;
  if (done.call_id !== call.callId || done.action !== action) throw usedElsewhere();
  return { portalId: done.portal_id };
}

/** Person who resolved the call in the portal, else the callback handler that the feed names; null if unknown. */
export async function resolverOf(
  transaction: Queryable,
  call: Pick<LockedCall, 'accountId' | 'callId'>,
): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`
    select coalesce(
      (select contact_name from call_actions where account_id = calls.account_id and call_id = calls.id
         and action = 'resolved' and happened_at = calls.resolve_date limit 1),
      (select name from staff where account_id = calls.account_id and id = calls.callback_handler_id)) as name
    from calls where account_id = ${call.accountId} and id = ${call.callId}`.execute(transaction);
  return rows[0]?.name ?? null;
}

/** Attempts to reach the caller of a missed or follow-up call, and what closed them, until the call was resolved; newest first. */
async function callbackActionsSince(
  database: Queryable,
  { accountId, callId }: Pick<LockedCall, 'accountId' | 'callId'>,
): Promise<CallAction[]> {
  const { rows } = await sql<{
    id: string;
    action: CallAction['action'];
    by: string;
    at: Date;
    until: Date | null;
    timeZone: string;
  }>`
    select done.id, done.kind as action, done.contact_name as by, done.happened_at as at, done.until,
      accounts.time_zone as "timeZone"
    from calls join accounts on accounts.id = calls.account_id
    join calls same on same.account_id = calls.account_id and not same.deleted
      and (same.id = calls.id or caller_key(same.caller_phone_number) = caller_key(calls.caller_phone_number))
    join callback_actions done on done.account_id = same.account_id and done.call_id = same.id
    where calls.account_id = ${accountId} and calls.id = ${callId} and ${callTerms.calledForCallback}
      and done.undone_at is null and not done.deleted and done.kind = any(${[...attemptKinds, ...closingKinds]})
      and ${callbackIsAbout}
      and (calls.resolve_date is null or done.happened_at <= calls.resolve_date)
    order by done.happened_at desc, done.version desc, done.id`.execute(database);
  return rows.map(({ id, action, by, at, until, timeZone }) => ({
    id,
    action,
    by,
    at: at.toISOString(),
    details: until ? `Again on ${dateAndTimeInZone(until, timeZone)}` : '',
  }));
}

/** Disputes of the call's score and their decisions, one entry a step. */
async function disputeActions(
  database: Queryable,
  { accountId, callId }: Pick<LockedCall, 'accountId' | 'callId'>,
): Promise<CallAction[]> {
  const { rows } = await sql<{
    id: string;
    action: CallAction['action'];
    by: string | null;
    at: Date;
    field: ScoreFieldName;
    details: string;
  }>`
    select dispute.id || ' ' || step.action as id, step.action, coalesce(step.shown_as, contacts.name) as by, step.at, dispute.field,
      step.details
    from score_disputes dispute
    cross join lateral (values
      ('score disputed', dispute.contact_id, null, dispute.opened_at, dispute.wanted || '. ' || dispute.reason),
      ('dispute withdrawn', dispute.withdrawn_by_id, null, dispute.withdrawn_at, ''),
      ('dispute ' || dispute.state, dispute.decided_by_id, dispute.decided_as, dispute.decided_at, dispute.decision),
      ('dispute answered', dispute.answered_by_id, null, dispute.answered_at, dispute.answer)
    ) as step (action, contact_id, shown_as, at, details)
    left join contacts on contacts.id = step.contact_id
    where dispute.account_id = ${accountId} and dispute.call_id = ${callId} and step.at is not null
    order by step.at desc, step.action desc, dispute.id limit 400`.execute(database);
  return rows.map(({ by, at, field, details, ...step }) => ({
    ...step,
    by: by ?? removedPerson,
    at: at.toISOString(),
    details: `${scoreFieldOf(field).label}${details === '' ? '' : `: ${details}`}`,
  }));
}

/** Newest first; null if the call does not exist. Only the office itself sees disputes about its scores. */
export async function callActionsOf(
  database: Queryable,
  { accountIds, grantedIds, byGrant, limited }: Viewer,
  id: string,
): Promise<{ accountId: string; records: CallAction[] } | null> {
  const { rows } = await sql<{
    account_id: string;
    id: string | null;
    action: CallAction['action'];
    by: string;
    at: Date;
    details: string;
  }>`
    select calls.account_id, done.id, done.action, done.contact_name as by, done.happened_at as at, done.details
    from calls left join call_actions as done on done.account_id = calls.account_id and done.call_id = calls.id
    where calls.id = ${id} and calls.account_id = any(${[...accountIds]}) and not calls.deleted
    order by done.happened_at desc, done.action desc, done.details, done.id`.execute(database);
  const [first] = rows;
  if (!first) return null;
  const onCall = rows.flatMap(({ id: actionId, action, by, at, details }) =>
    actionId === null ? [] : [{ id: actionId, action, by, at: at.toISOString(), details }],
  );
  const call = { accountId: first.account_id, callId: id };
  const sinceCall = await callbackActionsSince(database, call);
  const isOffice = !limited && !byGrant && !grantedIds.has(first.account_id);
  const aboutScore = isOffice ? await disputeActions(database, call) : [];
  return {
    accountId: first.account_id,
    // stable: actions of the same time stay in order
    records: [...onCall, ...sinceCall, ...aboutScore].sort((one, other) =>
      one.at < other.at ? 1 : one.at > other.at ? -1 : 0,
    ),
  };
}
