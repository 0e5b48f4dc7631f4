import type { actOnCallback as actRoute } from '@mailcall/contract/callbacks.ts';
import {
  type CallbackKind,
  callbackProblems,
  claimMinutes,
  isAttempt,
  maxSnoozeDays,
} from '@mailcall/contract/rules/callbacks.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database, Queryable } from '../../platform/database.ts';
import { notFound, notPossible, notValid } from '../../platform/http/problems.ts';
import { noCall } from '../calls/index.ts';
import { bumpAccountVersions } from '../changes/index.ts';
import type { Viewer } from '../identity/index.ts';
import { addAction, canUndo, markUndone, presentAction, readAction } from './actions.ts';
import { judge, type JudgedCaller, presentEntry, type Reader } from './present-entry.ts';
import { callerOfCall, type CallerKey } from './caller-key.ts';
import { readCaller } from './read-callers.ts';

type Action = z.output<(typeof actRoute)['body']>;

const notThisRequest = () => notValid({ requestId: 'This was used for another request.' });

/** Locks the account's version, which serializes actions about its callers. @throws {Problem} 404 */
export async function lockCaller(
  transaction: Queryable,
  key: CallerKey,
  { callId, now }: { callId: string; now: Date },
): Promise<{ judged: JudgedCaller; version: string }> {
  const version = (await bumpAccountVersions(transaction, [key.accountId])).get(key.accountId) as string;
  const caller = await readCaller(transaction, key, now);
  if (!caller) throw noCall(callId);
  return { judged: judge(caller, now), version };
}

/** Null for a new request. @throws {Problem} 400 if the request id belongs to another action or person */
export async function doneBefore(
  transaction: Queryable,
  key: CallerKey,
  { requestId, kind, contactId }: { requestId: string; kind: CallbackKind; contactId: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from callback_actions where account_id = ${key.accountId} and request_id = cast(${requestId} as uuid)`.execute(
    transaction,
  );
  const [found] = rows;
  if (!found) return null;
  const action = await readAction(transaction, key, found.id);
  if (action?.kind !== kind || action.contactId !== contactId) throw notThisRequest();
  return found.id;
}

/** @throws {Problem} 422 with the name of a colleague who is calling */
export function requireNotClaimedByOthers({ state }: JudgedCaller, { contactId }: Viewer): void {
  if (state.kind === 'claimed' && state.contactId !== contactId)
    throw notPossible(callbackProblems.isCalling(state.by));
}

function requireUnchanged({ caller }: JudgedCaller, seen: number): void {
  if (caller.version === seen) return;
  const last = caller.actions.at(-1);
  throw notPossible(last ? callbackProblems.changed(last.by, last.kind) : callbackProblems.undone);
}

function requireApplies({ state }: JudgedCaller, kind: CallbackKind): void {
  if (kind === 'reopen') {
    if (state.kind !== 'closed') throw notPossible(callbackProblems.notClosed);
    if (state.reason === 'resolved' || state.reason === 'expired')
      throw notPossible(callbackProblems.notReopened);
    return;
  }
  if (state.kind === 'closed') throw notPossible(callbackProblems.closed(state.reason));
  if (kind === 'release' && state.kind !== 'claimed') throw notPossible(callbackProblems.notClaimed);
}

const minute = minutes(1);
const day = 24 * 60 * minute;

function untilOf({ kind, until }: Action, now: Date): Date | null {
  if (kind === 'claim' && !until) return new Date(now.getTime() + claimMinutes * minute);
  if (!until) {
    if (kind === 'snooze') throw notValid({ until: callbackProblems.untilRequired });
    return null;
  }
  if (kind !== 'snooze' && !isAttempt(kind)) throw notValid({ until: callbackProblems.untilNotTaken });
  const at = new Date(until);
  if (!(at > now)) throw notValid({ until: callbackProblems.untilPassed });
  if (at.getTime() > now.getTime() + maxSnoozeDays * day)
    throw notValid({ until: callbackProblems.untilRange });
  return at;
}

interface Change {
  viewer: Viewer;
  callId: string;
  reader: Reader;
}

async function keyOfCall(transaction: Queryable, { viewer, callId }: Change): Promise<CallerKey> {
  const key = await callerOfCall(transaction, viewer.accountIds, callId);
  if (!key) throw noCall(callId);
  return key;
}

async function answer(transaction: Queryable, key: CallerKey, { callId, reader }: Change, actionId: string) {
  const caller = await readCaller(transaction, key, reader.now);
  const action = await readAction(transaction, key, actionId);
  if (!caller || !action) throw noCall(callId);
  const judged = judge(caller, reader.now);
  return {
    entry: await presentEntry(transaction, judged, reader),
    action: presentAction(action, judged, reader),
  };
}

/** Repeating a request has no effect. @throws {Problem} 400, 404, or 422 with who did what if the action no longer applies */
export async function actOnCaller(database: Database, change: Change, action: Action) {
  const { viewer, callId, reader } = change;
  return database.transaction(async (transaction) => {
    const key = await keyOfCall(transaction, change);
    const { judged, version } = await lockCaller(transaction, key, { callId, now: reader.now });
    const { requestId, kind } = action;
    const { contactId } = viewer;
    const done = await doneBefore(transaction, key, { requestId, kind, contactId });
    if (done) return answer(transaction, key, change, done);
    requireNotClaimedByOthers(judged, viewer);
    requireUnchanged(judged, action.version);
    requireApplies(judged, kind);
    const id = await addAction(transaction, judged.caller, {
      callId,
      kind,
      contactId,
      now: reader.now,
      until: untilOf(action, reader.now),
      requestId,
      version,
    });
    return answer(transaction, key, change, id);
  });
}

/** Undoes a person's own last action; repeating it has no effect. @throws {Problem} 404, or 422 with why it is too late */
export async function undoAction(database: Database, change: Change, actionId: string) {
  const { viewer, callId, reader } = change;
  return database.transaction(async (transaction) => {
    const key = await keyOfCall(transaction, change);
    // before the version, like every writer of rows
    await sql`
      select 1 from callback_actions where account_id = ${key.accountId} and id = ${actionId} for update`.execute(
      transaction,
    );
    const { judged, version } = await lockCaller(transaction, key, { callId, now: reader.now });
    const action = await readAction(transaction, key, actionId);
    if (!action) throw notFound(callbackProblems.noAction);
    if (action.undoneAt === null) {
      requireCanUndo(action, judged, viewer);
      const undone = { accountId: key.accountId, callId, action, contactId: viewer.contactId, version };
      await markUndone(transaction, { ...undone, at: reader.now });
    }
    return { entry: (await answer(transaction, key, change, actionId)).entry };
  });
}

function requireCanUndo(
  action: { id: string; kind: CallbackKind; contactId: string | null },
  judged: JudgedCaller,
  viewer: Viewer,
): void {
  if (canUndo(action, judged, viewer)) return;
  const { state, caller } = judged;
  if (action.contactId !== viewer.contactId) throw notPossible(callbackProblems.undoneByOthers);
  if (state.kind === 'closed' && state.reason === 'resolved')
    throw notPossible(callbackProblems.undoAfterResolve);
  const last = caller.actions.at(-1);
  if (last && last.id !== action.id) throw notPossible(callbackProblems.undoTooLate(last.by, last.kind));
  throw notPossible(callbackProblems.notUndone);
}
