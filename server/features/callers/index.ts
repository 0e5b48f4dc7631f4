/*
 * Callers: everything known of one number at one office, for the caller's page.
 *
 * A caller has no row: any of their calls names them, so that no address shows a number. A call without a number that identifies
 * anyone has no caller.
 *
 * Tables: none.
 * Routes: GET /callers/:id.
 */
import { getCaller } from '@mailcall/contract/callers.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { onSnapshot } from '../../platform/transactions.ts';
import { recordCallsRead } from '../activity/index.ts';
import { logCallAccess } from '../calls/index.ts';
import type { Viewer } from '../identity/index.ts';
import { logHouseholdsRead } from '../patient-lists/index.ts';
import { readCaller } from './one-caller.ts';

export function serveCallers(
  routes: RouteServer<Viewer>,
  { database: { kysely }, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  routes.serve(getCaller, async ({ viewer, params }) => {
    const at = clock.now();
    const found = await onSnapshot(kysely, (snapshot) =>
      readCaller(snapshot, viewer, { callId: params.id, now: at }),
    );
    const { accountId, calls, households } = found;
    // the activity names the caller by the newest call, whichever address was opened
    const [newest] = calls;
    await logCallAccess(kysely, {
      viewer,
      action: 'open',
      kind: 'caller',
      accountId,
      callId: newest?.callId ?? params.id,
      at,
      continues: true,
    });
    await recordCallsRead(kysely, { contactId: viewer.contactId, at }, calls);
    await logHouseholdsRead(kysely, { contactId: viewer.contactId, at }, households);
    return found;
  });
}
