import type { resolveCallback as resolveRoute } from '@mailcall/contract/callbacks.ts';
import { callbackProblems } from '@mailcall/contract/rules/callbacks.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { z } from 'zod';
import type { Database, Queryable } from '../../platform/database.ts';
import { notValid } from '../../platform/http/problems.ts';
import {
  findCall,
  lockCall,
  type LockedCall,
  logCallAccess,
  noCall,
  resolveLockedCalls,
} from '../calls/index.ts';
import type { Viewer } from '../identity/index.ts';
import { addAction } from './actions.ts';
import { doneBefore, lockCaller, requireNotClaimedByOthers } from './change-callers.ts';
import { judge, presentEntry, type Reader } from './present-entry.ts';
import { callerOfCall, type CallerKey } from './caller-key.ts';
import { readCaller } from './read-callers.ts';

type Body = z.output<(typeof resolveRoute)['body']>;

/** Locks in the importer's order. @throws {Problem} 400 if a call belongs to another caller */
async function lockCallsOf(
  transaction: Queryable,
  key: CallerKey,
  callIds: readonly string[],
): Promise<LockedCall[]> {
  const locked: LockedCall[] = [];
  const accounts = new Set([key.accountId]);
  for (const id of [...new Set(callIds)].sort()) {
    const of = await callerOfCall(transaction, accounts, id);
    if (of?.caller !== key.caller) throw notValid({ callIds: callbackProblems.otherCaller });
    locked.push(await lockCall(transaction, accounts, id));
  }
  return locked;
}

/** Resolves all seen calls or none; repeatable. @throws {Problem} as for resolving each call; 422 if someone else is calling */
export async function resolveCaller(
  database: Database,
  { viewer, callId, reader }: { viewer: Viewer; callId: string; reader: Reader },
  { requestId, callIds, ...resolution }: Body,
): Promise<RouteReply<typeof resolveRoute>> {
  const { now } = reader;
  const { contactId } = viewer;
  return database.transaction(async (transaction) => {
    const key = await callerOfCall(transaction, viewer.accountIds, callId);
    if (!key) throw noCall(callId);
    const calls = await lockCallsOf(transaction, key, callIds);
    const { judged, version } = await lockCaller(transaction, key, { callId, now });
    const { caller } = judged;
    if (!(await doneBefore(transaction, key, { requestId, kind: 'resolve', contactId }))) {
      requireNotClaimedByOthers(judged, viewer);
      await resolveLockedCalls(transaction, calls, { resolution, contactId, now });
      await addAction(transaction, caller, {
        callId,
        kind: 'resolve',
        contactId,
        now,
        until: null,
        requestId,
        version,
      });
      for (const call of calls)
        await logCallAccess(transaction, { viewer, action: 'resolve', ...call, at: now });
    }
    const resolved = [];
    for (const call of calls) {
      const fresh = await findCall(transaction, viewer.accountIds, call.callId, { related: true });
      if (!fresh) throw noCall(call.callId);
      resolved.push(fresh);
    }
    const after = await readCaller(transaction, key, now);
    if (!after) throw noCall(callId);
    return { entry: await presentEntry(transaction, judge(after, now), reader), calls: resolved };
  });
}
