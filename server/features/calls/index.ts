import {
  getCall,
  listAppointments as listAppointmentsRoute,
  listCalls as listCallsRoute,
  requestRecording,
  streamRecording as streamRecordingRoute,
} from '@mailcall/contract/calls.ts';
import {
  createAppointment as createAppointmentRoute,
  listCallActions,
  resolveCall as resolveCallRoute,
} from '@mailcall/contract/resolve.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import type { Dependencies } from '../../dependencies.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import { checkAccounts, checkScope } from '../scope/index.ts';
import { logCallAccess } from './access-log.ts';
import { callActionsOf } from './call-actions.ts';
import { createAppointment } from './create-appointment.ts';
import { listAppointments } from './list-appointments.ts';
import { listCalls } from './list-calls.ts';
import { noCall } from './no-call.ts';
import { findCall, findRecording } from './one-call.ts';
import { openRecordingAddresses } from './recording-address.ts';
import { resolveCall } from './resolve-call.ts';
import { streamRecording } from './stream-recording.ts';

export { listCalls } from './list-calls.ts';
export {
  type CallInOfficeTime,
  countCallList,
  readCallList,
  type FullListRequest,
} from './read-call-list.ts';

/** Serves the lists of calls and appointments, one call with its recording, and what people do with it. */
export async function serveCalls(
  routes: RouteServer<Viewer>,
  { database, clock, files, environment }: Pick<Dependencies, 'database' | 'clock' | 'files' | 'environment'>,
): Promise<void> {
  const addresses = await openRecordingAddresses({
    dataFolder: environment.dataFolder,
    lifetime: environment.recordingUrlLifetime,
    clock,
  });

  routes.serve(listCallsRoute, async ({ viewer, query }) => {
    const now = clock.now();
    return listCalls(database.kysely, await checkScope(database.kysely, viewer, query, now), query, now);
  });

  routes.serve(listAppointmentsRoute, async ({ viewer, query }) => {
    const now = clock.now();
    return listAppointments(
      database.kysely,
      await checkScope(database.kysely, viewer, query, now),
      query,
      now,
    );
  });

  // The accounts in the query are checked but do not hide the call: its address is good whatever is selected.
  routes.serve(getCall, async ({ viewer, params, query }) => {
    checkAccounts(viewer, query);
    const call = await database.kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((snapshot) =>
        findCall(snapshot, viewer.accountIds, params.id, { related: query.related ?? false }),
      );
    if (!call) throw noCall(params.id);
    await logCallAccess(database.kysely, {
      viewer,
      action: 'open',
      accountId: call.accountId,
      callId: call.id,
      at: clock.now(),
    });
    return { records: [call] };
  });

  routes.serve(resolveCallRoute, async ({ viewer, params, body }) => ({
    call: await resolveCall(database, viewer, { id: params.id, resolution: body, now: clock.now() }),
  }));

  routes.serve(createAppointmentRoute, async ({ viewer, body }) => {
    const { call, requestId, firstName, lastName, dateTime, phone } = body;
    const appointment = { firstName, lastName, dateTime, phone };
    return createAppointment(database, viewer, { callId: call, appointment, requestId, now: clock.now() });
  });

  // a part of the call's details: no entry of its own beside theirs
  routes.serve(listCallActions, async ({ viewer, params }) => {
    const found = await callActionsOf(database.kysely, viewer.accountIds, params.id);
    if (!found) throw noCall(params.id);
    const { accountId, records } = found;
    const opening = { viewer, action: 'open', accountId, callId: params.id, at: clock.now() } as const;
    await logCallAccess(database.kysely, { ...opening, continues: true });
    return { records };
  });

  routes.serve(requestRecording, async ({ viewer, params, query }) => {
    const recording = await findRecording(database.kysely, viewer.accountIds, params.id);
    if (!recording) throw noCall(params.id);
    const { accountId, announced, file, mediaType } = recording;
    if (!file || !mediaType) {
      throw notFound(announced ? 'The recording has not arrived yet.' : 'This call has no recording.');
    }
    const { signature, expiresAt } = await addresses.seal({ file, mediaType });
    await logCallAccess(database.kysely, {
      viewer,
      action: 'play',
      accountId,
      callId: params.id,
      at: clock.now(),
      continues: query.renewal ?? false,
    });
    return { url: pathOf(streamRecordingRoute, { signature }), expiresAt: expiresAt.toISOString() };
  });

  routes.serve(streamRecordingRoute, async ({ params, request, reply }) => {
    // for what goes wrong, too: an address that has ended must not be remembered as one
    reply.headers({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
    await streamRecording(files, await addresses.open(params.signature), request, reply);
  });
}
