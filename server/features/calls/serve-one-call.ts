import { getCall } from '@mailcall/contract/calls.ts';
import { listCallActions } from '@mailcall/contract/resolve.ts';
import { getTranscript } from '@mailcall/contract/transcripts.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { recordCallsRead } from '../activity/index.ts';
import type { Viewer } from '../identity/index.ts';
import { checkAccounts } from '../scope/index.ts';
import { readTranscript } from '../transcripts/index.ts';
import { logCallAccess } from './access-log.ts';
import { callActionsOf } from './call-actions.ts';
import { noCall } from './locked-call.ts';
import { findCall, findRecording } from './one-call.ts';

export function serveOneCall(
  routes: RouteServer<Viewer>,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  // accounts in the query are checked but do not hide the call: its address works whatever is selected
  routes.serve(getCall, async ({ viewer, params, query }) => {
    checkAccounts(viewer, query);
    const call = await database.kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((snapshot) =>
        findCall(snapshot, viewer.accountIds, params.id, { related: query.related ?? false }),
      );
    if (!call) throw noCall(params.id);
    const { accountId, id: callId, relatedCalls } = call;
    const at = clock.now();
    await logCallAccess(database.kysely, { viewer, action: 'open', accountId, callId, at });
    await recordCallsRead(database.kysely, { contactId: viewer.contactId, at }, [
      { accountId, callId },
      ...relatedCalls,
    ]);
    return { records: [call] };
  });

  routes.serve(listCallActions, async ({ viewer, params }) => {
    const found = await callActionsOf(database.kysely, viewer, params.id);
    if (!found) throw noCall(params.id);
    const { accountId, records } = found;
    const opening = { viewer, action: 'open', accountId, callId: params.id, at: clock.now() } as const;
    await logCallAccess(database.kysely, { ...opening, continues: true });
    return { records };
  });

  routes.serve(getTranscript, async ({ viewer, params }) => {
    const call = await findRecording(database.kysely, viewer.accountIds, params.id);
    if (!call) throw noCall(params.id);
    const { accountId } = call;
    const at = clock.now();
    const opening = { viewer, action: 'open', accountId, callId: params.id, at } as const;
    await logCallAccess(database.kysely, { ...opening, continues: true });
    await recordCallsRead(database.kysely, { contactId: viewer.contactId, at }, [
      { accountId, callId: params.id },
    ]);
    return readTranscript(database.kysely, { accountId, callId: params.id });
  });
}
