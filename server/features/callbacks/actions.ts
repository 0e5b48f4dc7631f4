import type { CallbackAction } from '@mailcall/contract/callbacks.ts';
import {
  callbackKindTexts,
  type CallbackKind,
  lastingKinds,
  undoableKinds,
} from '@mailcall/contract/rules/callbacks.ts';
import { seenFacts } from '@mailcall/contract/rules/callback-state.ts';
import { dateAndTimeInZone } from '@mailcall/contract/time/office-time.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { recordActivity } from '../activity/index.ts';
import { recordChanges } from '../changes/index.ts';
import { type CallerKey, isOfCaller } from './caller-key.ts';
import type { Caller, ShownAction } from './read-callers.ts';
import type { JudgedCaller, Reader } from './present-entry.ts';

const maxActions = 100;

const shownColumns = sql`done.id, done.kind, done.contact_id as "contactId", done.contact_name as by,
  done.happened_at as at, done.until, done.undone_at as "undoneAt"`;

async function readShown(database: Queryable, among: RawBuilder<unknown>): Promise<ShownAction[]> {
  const { rows } = await sql<ShownAction>`
    select ${shownColumns}
    from callback_actions done join calls on calls.account_id = done.account_id and calls.id = done.call_id and not calls.deleted
    where ${among} and not done.deleted order by done.happened_at desc, done.version desc, done.id desc limit ${sql.lit(maxActions)}`.execute(
    database,
  );
  return rows;
}

/** Newest first */
export const readHistory = (database: Queryable, key: CallerKey) => readShown(database, isOfCaller(key));

/** Null if it does not exist or is about another caller. */
export async function readAction(
  database: Queryable,
  key: CallerKey,
  id: string,
): Promise<ShownAction | null> {
  const [action] = await readShown(database, sql`${isOfCaller(key)} and done.id = ${id}`);
  return action ?? null;
}

const isUndoable = (kind: CallbackKind) => undoableKinds.some((one) => one === kind);

/** A person can undo only their own last action, while the caller's calls still wait. */
export function canUndo(
  { id, kind, contactId }: Pick<ShownAction, 'id' | 'kind' | 'contactId'>,
  { caller, state }: JudgedCaller,
  reader: Pick<Reader, 'contactId'>,
): boolean {
  const hasEnded = state.kind === 'closed' && (state.reason === 'resolved' || state.reason === 'expired');
  return !hasEnded && isUndoable(kind) && contactId === reader.contactId && caller.actions.at(-1)?.id === id;
}

export function presentAction(action: ShownAction, judged: JudgedCaller, reader: Reader): CallbackAction {
  const { id, kind, by, at, until, undoneAt } = action;
  const time = until && kind !== 'claim' ? dateAndTimeInZone(until, judged.caller.hours.timeZone) : null;
  return {
    id,
    kind,
    by,
    at: at.toISOString(),
    until: until?.toISOString() ?? null,
    undoneAt: undoneAt?.toISOString() ?? null,
    details: time === null ? callbackKindTexts[kind] : `${callbackKindTexts[kind]}, again on ${time}`,
    canUndo: undoneAt === null && canUndo(action, judged, reader),
  };
}

export interface NewAction {
  callId: string;
  kind: CallbackKind;
  contactId: string;
  now: Date;
  until: Date | null;
  requestId: string;
  version: string;
}

/** Records it for other systems, and as activity unless resolving its calls records that. */
async function recordAction(
  transaction: Queryable,
  {
    accountId,
    id,
    callId,
    kind,
    contactId,
    at,
    action,
  }: {
    accountId: string;
    id: string;
    callId: string;
    kind: CallbackKind;
    contactId: string;
    at: Date;
    action: 'added' | 'changed';
  },
): Promise<void> {
  if (!lastingKinds.some((one) => one === kind)) return;
  await recordChanges(transaction, [{ accountId, file: 'callback-attempts', rowId: id, action }], {
    contactId,
    at,
  });
  if (kind === 'resolve') return;
  const done = action === 'added' ? kind : 'undo';
  await recordActivity(transaction, [
    { accountId, contactId, action: done, subject: { kind: 'caller', id: callId }, at },
  ]);
}

/** The time is never earlier than the caller's last action, because clocks of processes differ. */
export async function addAction(transaction: Queryable, caller: Caller, action: NewAction): Promise<string> {
  const { accountId, actions } = caller;
  const at = new Date(Math.max(action.now.getTime(), actions.at(-1)?.at ?? 0));
  const seen = seenFacts(caller);
  const { rows } = await sql<{ id: string }>`
    insert into callback_actions (account_id, call_id, kind, contact_id, contact_name, happened_at, until, request_id, version,
      seen_call_ids, seen_appointment_id)
    select ${accountId}, ${action.callId}, ${action.kind}, contacts.id, contacts.name, cast(${at} as timestamptz),
      cast(${action.until} as timestamptz), cast(${action.requestId} as uuid), cast(${action.version} as bigint),
      cast(${seen?.callIds ?? null} as text[]), cast(${seen?.appointmentId ?? null} as text)
    from contacts where contacts.id = ${action.contactId}
    returning id`.execute(transaction);
  const [added] = rows;
  if (!added) throw new Error('The person is not known.');
  await recordAction(transaction, { accountId, id: added.id, ...action, at: action.now, action: 'added' });
  return added.id;
}

export async function markUndone(
  transaction: Queryable,
  {
    accountId,
    callId,
    action: { id, kind },
    contactId,
    at,
    version,
  }: {
    accountId: string;
    callId: string;
    action: Pick<ShownAction, 'id' | 'kind'>;
    contactId: string;
    at: Date;
    version: string;
  },
): Promise<void> {
  await sql`
    update callback_actions set undone_at = ${at}, version = cast(${version} as bigint)
    where account_id = ${accountId} and id = ${id}`.execute(transaction);
  await recordAction(transaction, { accountId, id, callId, kind, contactId, at, action: 'changed' });
}
