import type { CallAction } from '@mailcall/contract/resolve.ts';
import { type QueryExecutorProvider, sql } from 'kysely';
import { notValid } from '../../platform/http/problems.ts';
import type { LockedCall } from './locked-call.ts';

/** What somebody does with a call in the portal. */
export interface NewCallAction {
  action: CallAction['action'];
  contactId: string;
  at: Date;
  /** A sentence for people. */
  details: string;
  /** First id of the appointment that was added. */
  portalId?: string;
  /** The client's own id of the request. */
  requestId?: string | undefined;
}

const usedElsewhere = () => notValid({ requestId: 'This was used for another request.' });

/**
 * Writes down what was done with a call, under the person's name of now.
 * @throws {Problem} 400 when the request's id has been used for another call of the account meanwhile.
 */
export async function addCallAction(
  transaction: QueryExecutorProvider,
  call: Pick<LockedCall, 'accountId' | 'callId'>,
  { action, contactId, at, details, portalId, requestId }: NewCallAction,
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into call_actions (account_id, call_id, action, contact_id, contact_name, happened_at, details, portal_id, request_id)
    select ${call.accountId}, ${call.callId}, ${action}, contacts.id, contacts.name, cast(${at} as timestamptz), ${details},
      ${portalId ?? null}, cast(${requestId ?? null} as uuid)
    from contacts where contacts.id = ${contactId}
    on conflict (account_id, request_id) where request_id is not null do nothing`.execute(transaction);
  if (numAffectedRows !== 1n) throw usedElsewhere();
}

/**
 * Whether a request has been done already, and the first id of the appointment it added; null when it is new. For a
 * call that is locked, so that the same request is not under way.
 * @throws {Problem} 400 when the id belongs to a request for something else.
 */
export async function doneBefore(
  transaction: QueryExecutorProvider,
  call: Pick<LockedCall, 'accountId' | 'callId'>,
  { action, requestId }: { action: CallAction['action']; requestId: string | undefined },
): Promise<{ portalId: string | null } | null> {
  if (requestId === undefined) return null;
  const { rows } = await sql<{ call_id: string; action: string; portal_id: string | null }>`
    select call_id, action, portal_id from call_actions
    where account_id = ${call.accountId} and request_id = cast(${requestId} as uuid)`.execute(transaction);
  const [done] = rows;
  if (!done) return null;
  if (done.call_id !== call.callId || done.action !== action) throw usedElsewhere();
  return { portalId: done.portal_id };
}

/** Who resolved a call: the person who did it in the portal, else the callback handler that the feed names; null when unknown. */
export async function resolverOf(
  transaction: QueryExecutorProvider,
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

/** What was done with a call of these accounts, newest first; null when there is no such call. */
export async function callActionsOf(
  database: QueryExecutorProvider,
  accountIds: ReadonlySet<string>,
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
  return {
    accountId: first.account_id,
    records: rows.flatMap(({ id: actionId, action, by, at, details }) =>
      actionId === null ? [] : [{ id: actionId, action, by, at: at.toISOString(), details }],
    ),
  };
}
